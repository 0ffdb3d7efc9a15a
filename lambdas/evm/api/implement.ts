import { notingIndexedBlock } from '../../chain/api/indexed-block';
import type { EndpointUses } from '../../core/contract/endpoint';
import type { Deps as DepsWith } from '../../core/http/deps';
import { implementWith } from '../../core/http/implement';
import { addressMetadata } from '../tokens/address-metadata';

const provider = {
  readers: async () => (await import('../rows/readers')).evmReaders,
  clients: {
    node: async () => (await import('../node/node')).node,
    prices: async ({ priceUrl }: { readonly priceUrl?: string | undefined }) =>
      (await import('../tokens/prices')).priceProvider(priceUrl),
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
