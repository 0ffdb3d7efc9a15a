import type { ClassicLevel } from 'classic-level';
import { dynalite, type Index, type Item, type Range, type Request, type Table } from './dynalite';
import { bounds, indexEntry, indexKey, itemKeyOfEntry, project } from './keyspace';

/** DynamoDB reads at most 1 MB for a page, before filtering. */
const MAX_PAGE_BYTES = 1024 * 1024;
const CHUNK_ITEMS = 100;

/** A page as in the API, and stale index entries. */
interface Read {
  readonly page: Record<string, unknown>;
  readonly stale: readonly string[];
}

/** Key range, attributes of LastEvaluatedKey, and the snapshot to read (default: current state). */
interface Place {
  readonly range: Range;
  readonly startKeyNames: readonly string[];
  readonly snapshot?: Snapshot | undefined;
}
type Snapshot = ReturnType<ClassicLevel['snapshot']>;

/** Reads one page of a Query or Scan, and nothing beyond it. */
export async function readPage(
  db: ClassicLevel,
  table: Table,
  request: Request,
  { range, startKeyNames, snapshot }: Place,
): Promise<Read> {
  const limit = request.Limit ?? Number.POSITIVE_INFINITY;
  const stale: string[] = [];
  const scanned: Item[] = [];
  let bytes = 0;
  const full = () => scanned.length >= limit || bytes >= MAX_PAGE_BYTES;

  const between = bounds(table, request.IndexName, range);
  const index = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === request.IndexName);
  const reader = index ? indexReader(db, table, index, { between, snapshot }) : itemReader(db, between, snapshot);
  try {
    while (!full()) {
      const chunk = await reader.next(Math.min(CHUNK_ITEMS, limit - scanned.length));
      if (!chunk) break;
      stale.push(...chunk.stale);
      for (const item of chunk.items) {
        if (full()) break;
        bytes += dynalite.itemSize(item);
        scanned.push(item);
      }
    }
  } finally {
    await reader.close();
  }

  const { _filter: filter, _projection: projection } = request;
  const found = filter ? scanned.filter((item) => dynalite.matchesExprFilter(item, filter.expression)) : scanned;
  const last = scanned.at(-1);
  const page = {
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
  return { page, stale };
}

/** Reads items in order. */
interface Reader {
  /** Items of up to `count` entries; undefined after the last. */
  next(count: number): Promise<{ readonly items: readonly Item[]; readonly stale: readonly string[] } | undefined>;
  close(): Promise<void>;
}

function itemReader(db: ClassicLevel, between: Range, snapshot: Snapshot | undefined): Reader {
  const iterator = db.values({ ...between, ...(snapshot ? { snapshot } : {}) });
  return {
    async next(count) {
      const found = await iterator.nextv(count);
      return found.length === 0 ? undefined : { items: found.map((json) => JSON.parse(json) as Item), stale: [] };
    },
    close: () => iterator.close(),
  };
}

/** Reads an index's items from one snapshot. */
function indexReader(
  db: ClassicLevel,
  table: Table,
  index: Index,
  { between, snapshot: shared }: { readonly between: Range; readonly snapshot: Snapshot | undefined },
): Reader {
  const snapshot = shared ?? db.snapshot();
  const iterator = db.keys({ ...between, snapshot });
  return {
    async next(count) {
      const entries = await iterator.nextv(count);
      if (entries.length === 0) return undefined;
      const found = await db.getMany(
        entries.map((entry) => itemKeyOfEntry(table, entry)),
        { snapshot },
      );
      const items: Item[] = [];
      const stale: string[] = [];
      for (const [i, entry] of entries.entries()) {
        const json = found[i];
        const item = json === undefined ? undefined : (JSON.parse(json) as Item);
        if (item && isCurrent(table, index, item, entry)) items.push(project(table, index, item));
        else stale.push(entry);
      }
      return { items, stale };
    },
    async close() {
      await iterator.close();
      if (!shared) await snapshot.close();
    },
  };
}

/** Whether an index entry is current for an item. */
const isCurrent = (table: Table, { IndexName, KeySchema }: Index, item: Item, entry: string): boolean =>
  KeySchema.every(({ AttributeName }) => item[AttributeName] !== undefined) &&
  entry === indexEntry(table, IndexName, indexKey(item, table, KeySchema));
