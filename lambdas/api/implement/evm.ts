import { addressMetadata } from '../../adapters/address-metadata';
import type { EndpointUses } from '../../contract/endpoint';
import type { Deps as DepsWith } from '../../http/deps';
import { implementWith } from '../../http/implement';
import { notingIndexedBlock } from './indexed-block';

const provider = {
  readers: async () => (await import('../../adapters/dynamo/evm/readers')).evmReaders,
  clients: {
    node: async () => (await import('../../adapters/node/node')).node,
    prices: async ({ priceUrl }: { readonly priceUrl?: string | undefined }) =>
      (await import('../../adapters/http/prices')).priceProvider(priceUrl),
  },
  common: {
    /** What the operator and token lists say of addresses of a configured chain. */
    metadataOn: addressMetadata,
  },
  perRequest: notingIndexedBlock,
};

/** The dependencies of an endpoint of EVM chains. */
export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
/** The handler of an endpoint of EVM chains. */
export const implement = implementWith(provider);
