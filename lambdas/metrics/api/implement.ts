import { notingIndexedBlock } from '../../chain/api/indexed-block';
import type { EndpointUses } from '../../core/contract/endpoint';
import { env } from '../../core/contract/env';
import type { Deps as DepsWith } from '../../core/http/deps';
import { implementWith } from '../../core/http/implement';

const provider = {
  readers: async () => (await import('../rows/readers')).metricsReaders,
  clients: {
    raw: async () => {
      const { createRawSlices } = await import('../../evm/node/raw-slices');
      return (chain: string) => createRawSlices(env('bucket'), chain);
    },
    traces: async () => {
      const { find } = (await import('../../evm/node/stored-traces')).createStoredTraces(env('bucket'));
      return { find };
    },
    states: async () => {
      const { createAddressSets } = await import('../../evm/metrics/address-sets');
      const { createValidatorSnapshots } = await import('../../pchain/node/validator-snapshots');
      const { getAddresses, getKnown } = createAddressSets(env('bucket'));
      const { getL1 } = createValidatorSnapshots(env('bucket'));
      return { getAddresses, getKnown, getL1 };
    },
  },
  perRequest: notingIndexedBlock,
};

export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
export const implement = implementWith(provider);
