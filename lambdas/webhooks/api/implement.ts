import { notingIndexedBlock } from '../../chain/api/indexed-block';
import type { EndpointUses } from '../../core/contract/endpoint';
import type { Deps as DepsWith } from '../../core/http/deps';
import { implementWith } from '../../core/http/implement';

const provider = {
  readers: async () => (await import('./shared/readers')).readers,
  writers: async () => (await import('../rows/writers')).webhookWriters,
  perRequest: notingIndexedBlock,
};

export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
export const implement = implementWith(provider);
