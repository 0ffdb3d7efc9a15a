import type { ClassicLevel } from 'classic-level';
import { dynalite, type Item, type Range, type Request, type Table } from './dynalite';
import { bounds } from './keyspace';

/** DynamoDB reads at most 1 MB for a page, before filtering. */
const MAX_PAGE_BYTES = 1024 * 1024;
const CHUNK_ITEMS = 100;

/** Reads one page of a Query or Scan: seeks directly to its first entry and reads nothing after its last. */
export async function readPage(
  db: ClassicLevel,
  table: Table,
  request: Request,
  range: Range,
  startKeyNames: readonly string[],
): Promise<Record<string, unknown>> {
  const limit = request.Limit ?? Number.POSITIVE_INFINITY;
  const scanned: Item[] = [];
  let bytes = 0;
  const full = () => scanned.length >= limit || bytes >= MAX_PAGE_BYTES;

  const iterator = db.values({
    ...bounds(table, request.IndexName, range),
    ...(request.Limit === undefined ? {} : { limit: request.Limit }),
  });
  try {
    while (!full()) {
      const chunk = await iterator.nextv(Math.min(CHUNK_ITEMS, limit - scanned.length));
      if (chunk.length === 0) break;
      for (const json of chunk) {
        if (full()) break;
        const item = JSON.parse(json) as Item;
        bytes += dynalite.itemSize(item);
        scanned.push(item);
      }
    }
  } finally {
    await iterator.close();
  }

  const { _filter: filter, _projection: projection } = request;
  const found = filter ? scanned.filter((item) => dynalite.matchesExprFilter(item, filter.expression)) : scanned;
  const last = scanned.at(-1);
  return {
    Count: found.length,
    ScannedCount: scanned.length,
    ...(request.Select === 'COUNT'
      ? {}
      : { Items: projection ? found.map((item) => dynalite.mapPaths(projection.paths, item)) : found }),
    ...(full() && last
      ? { LastEvaluatedKey: Object.fromEntries(startKeyNames.map((name) => [name, last[name]])) }
      : {}),
    ...(request.ReturnConsumedCapacity === 'TOTAL' || request.ReturnConsumedCapacity === 'INDEXES'
      ? {
          ConsumedCapacity: {
            TableName: table.TableName,
            CapacityUnits: Math.ceil(bytes / 4096) * (request.ConsistentRead ? 1 : 0.5),
          },
        }
      : {}),
  };
}
