import { notingIndexedBlock } from '../../chain/api/indexed-block';
import type { EndpointUses } from '../../core/contract/endpoint';
import { env } from '../../core/contract/env';
import type { Deps as DepsWith } from '../../core/http/deps';
import { implementWith } from '../../core/http/implement';

export const provider = {
  readers: async () => (await import('../rows/readers')).exportReaders,
  writers: async () => (await import('../rows/readers')).exportWriters,
  clients: {
    files: async () => ({
      toUrl: (await import('../files/download-url')).createDownloadUrls(env('exportBucket')),
    }),
  },
  perRequest: notingIndexedBlock,
};

export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
export const implement = implementWith(provider);
