import type { EndpointUses } from '../../contract/endpoint';
import { env } from '../../contract/env';
import type { Deps as DepsWith } from '../../http/deps';
import { implementWith } from '../../http/implement';
import { notingIndexedBlock } from './indexed-block';

/** What endpoints of exports use. */
export const provider = {
  readers: async () => (await import('../../adapters/dynamo/exports/readers')).exportReaders,
  writers: async () => (await import('../../adapters/dynamo/exports/readers')).exportWriters,
  clients: {
    files: async () => ({
      urlOf: (await import('../../adapters/aws/download-url')).openDownloadUrls(env('exportBucket')),
    }),
  },
  perRequest: notingIndexedBlock,
};

/** The dependencies of an endpoint of exports. */
export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
/** The handler of an endpoint of exports. */
export const implement = implementWith(provider);
