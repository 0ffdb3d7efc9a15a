import { notingIndexedBlock } from '../../chain/api/indexed-block';
import type { EndpointUses } from '../../core/contract/endpoint';
import { env } from '../../core/contract/env';
import type { Deps as DepsWith } from '../../core/http/deps';
import { implementWith } from '../../core/http/implement';

const provider = {
  readers: async () => (await import('../rows/readers')).pChainReaders,
  clients: {
    states: async () => {
      const { createValidatorSnapshots } = await import('../node/validator-snapshots');
      const { get, getL1 } = createValidatorSnapshots(env('bucket'));
      return { get, getL1 };
    },
  },
  perRequest: notingIndexedBlock,
};

export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
export const implement = implementWith(provider);
