import { notingIndexedBlock } from '../../chain/api/indexed-block';
import type { EndpointUses } from '../../core/contract/endpoint';
import type { Deps as DepsWith } from '../../core/http/deps';
import { implementWith } from '../../core/http/implement';

const provider = {
  readers: async () => {
    const [{ webhookReaders }, { cursorReader }, { networkReader }] = await Promise.all([
      import('../rows/readers'),
      import('../../chain/rows/cursor-reader'),
      import('../../pchain/rows/network'),
    ]);
    return { ...webhookReaders, Cursor: cursorReader, PNetwork: networkReader };
  },
  writers: async () => (await import('../rows/writers')).webhookWriters,
  perRequest: notingIndexedBlock,
};

/** The dependencies of an endpoint of webhooks. */
export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
/** The handler of an endpoint of webhooks. */
export const implement = implementWith(provider);
