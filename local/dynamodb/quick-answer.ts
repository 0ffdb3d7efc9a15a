import type { Access } from '../iam/statements';
import { getAccesses } from './access';
import type { Item, Request } from './dynalite';
import { quickQuery } from './quick-query';
import { quickBatchGet } from './quick-reads';
import { quickWrites } from './quick-writes';
import type { Store } from './store';

type Body = Record<string, unknown>;

/**
 * Maximum JSON length of a batch's items. DynamoDB returns up to 16 MB, dynalite about 1 MB, and reports the rest as
 * unprocessed.
 */
const MAX_JSON_LENGTH = 300_000;

/**
 * Fast path for the exact calls that the service makes, after authorization. Skips dynalite's checks, which take longer
 * than the store. undefined in any doubt: dynalite answers.
 */
export async function quickAnswer(
  store: Store,
  call: string,
  body: Body,
  admit: (accesses: readonly Access[]) => void,
): Promise<Body | undefined> {
  const admitted = () => admit(getAccesses(call, body as Request, store.stage().table));
  switch (call) {
    case 'BatchWriteItem': {
      const writes = quickWrites(body, store.find);
      if (!writes) return undefined;
      admitted();
      await store.write(writes);
      return { UnprocessedItems: {} };
    }
    case 'Query': {
      const query = quickQuery(body, store.find);
      if (!query) return undefined;
      const { table, request, range, startKeyNames } = query;
      admit(getAccesses(call, request, () => table));
      return store.stage().read(table, request, range, startKeyNames);
    }
    case 'BatchGetItem': {
      const reads = quickBatchGet(body, store.find);
      if (!reads) return undefined;
      admitted();
      const found = reads.map((read) => [read.table.TableName, store.json(read)] as const);
      const length = found.flatMap(([, all]) => all).reduce((sum, json) => sum + json.length, 0);
      if (length > MAX_JSON_LENGTH) return undefined;
      // Reversed: DynamoDB guarantees no order.
      const items = (all: readonly string[]) => all.toReversed().map((json) => JSON.parse(json) as Item);
      return { Responses: Object.fromEntries(found.map(([name, all]) => [name, items(all)])), UnprocessedKeys: {} };
    }
    default:
      return undefined;
  }
}
