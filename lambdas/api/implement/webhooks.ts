import type { EndpointUses } from '../../contract/endpoint';
import type { Deps as DepsWith } from '../../http/deps';
import { implementWith } from '../../http/implement';
import { notingIndexedBlock } from './indexed-block';

const provider = {
  readers: async () => {
    const [{ webhookReaders }, { cursorReader }, { networkReader }] = await Promise.all([
      import('../../adapters/dynamo/webhooks/readers'),
      import('../../adapters/dynamo/chain/cursor-reader'),
      import('../../adapters/dynamo/pchain/network'),
    ]);
    return { ...webhookReaders, Cursor: cursorReader, PNetwork: networkReader };
  },
  writers: async () => (await import('../../adapters/dynamo/webhooks/writers')).webhookWriters,
  perRequest: notingIndexedBlock,
};

/** The dependencies of an endpoint of webhooks. */
export type Deps<U extends EndpointUses = EndpointUses> = DepsWith<typeof provider, U>;
/** The handler of an endpoint of webhooks. */
export const implement = implementWith(provider);
