import { notingIndexedBlock } from '../../chain/api/indexed-block';
import type { EndpointUses } from '../../core/contract/endpoint';
import type { Deps as DepsWith } from '../../core/http/deps';
import { implementWith } from '../../core/http/implement';
import { addressMetadata } from '../tokens/address-metadata';

export const evmProvider = {
  readers: async () => (await import('../rows/readers')).evmReaders,
  clients: {
    node: async () => (await import('../node/node')).node,
    prices: async ({ priceUrl }: { readonly priceUrl?: string | undefined }) =>
      (await import('../tokens/prices')).priceProvider(priceUrl),
  },
  common: {
    metadataOn: addressMetadata,
  },
  perRequest: notingIndexedBlock,
};

export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof evmProvider, U>;
export const implement = implementWith(evmProvider);
