import type { EndpointUses } from '../../contract/endpoint';
import { env } from '../../contract/env';
import type { Deps as DepsWith } from '../../http/deps';
import { implementWith } from '../../http/implement';
import { notingIndexedBlock } from './indexed-block';

const provider = {
  readers: async () => (await import('../../adapters/dynamo/pchain/readers')).pChainReaders,
  clients: {
    states: async () => {
      const { openValidatorSnapshots } = await import('../../adapters/pchain/validator-snapshots');
      const { get } = openValidatorSnapshots(env('bucket'));
      return { get };
    },
  },
  perRequest: notingIndexedBlock,
};

/** The dependencies of an endpoint of P-Chains. */
export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
/** The handler of an endpoint of P-Chains. */
export const implement = implementWith(provider);
