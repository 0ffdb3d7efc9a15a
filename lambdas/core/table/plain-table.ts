import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { chunk } from '../contract/chunk';
import { sleep } from '../runtime/clock';
import { inParallel } from '../runtime/concurrency';
import { createDynamoClient, type DynamoClient } from './dynamo-client';
import {
  getMaxBytes,
  getPartitions,
  getSize,
  getUnits,
  type Item,
  type ItemKey,
  mostReadUnits,
  readUnits,
} from './item';
import { createLoad, type Load } from './load';
import { createReadBudget, ReadBudgetExceeded } from './read-budget';
import { type IndexName, TABLE } from './schema';
import { TableConflict } from './table-conflict';
import { type Changes, type Condition, getExpressions } from './update';

/** Computed from item sizes: exact in local mode too, and for every index. */
export interface Meter {
  requests: number;
  readUnits: number;
  writeUnits: number;
}

export interface Range {
  readonly pk: string;
  readonly index?: IndexName;
  /** Inclusive on both ends. */
  readonly low: string;
  readonly high: string;
  readonly ascending: boolean;
  readonly limit: number;
  /** Not available on an index. */
  readonly consistent?: boolean;
}

/** A delete carries the whole item if known: its cost depends on size and index entries. */
export type Write = { readonly put: Item } | { readonly delete: Item };

export type TransactedChange =
  | { readonly put: Item; readonly when?: Condition }
  | { readonly delete: Item; readonly when?: Condition }
  | (Changes & { readonly update: ItemKey; readonly when?: Condition });

type Attributes = Record<string, unknown>;
interface ItemAnswer {
  readonly Item?: Attributes;
  readonly Attributes?: Attributes;
}
interface QueryAnswer {
  readonly Items?: Attributes[];
  readonly LastEvaluatedKey?: Attributes;
}
interface BatchGetAnswer {
  readonly Responses?: Readonly<Record<string, Attributes[]>>;
  readonly UnprocessedKeys?: Readonly<Record<string, { readonly Keys: Attributes[] }>>;
}
interface BatchWriteAnswer {
  readonly UnprocessedItems?: Readonly<Record<string, unknown[]>>;
}

/** DynamoDB's limits for one request. */
const [MAX_BATCH_WRITES, MAX_BATCH_READS, MAX_QUERY_BYTES] = [25, 100, 1_048_576];
/** About a second. */
const MAX_CONFLICTS = 8;
const MAX_PARALLEL_READS = 8;
/** Enough to hide the round trip, few enough not to throttle a new table. */
const MAX_PARALLEL_BATCHES = 16;

/**
 * Each call counts its usage in `meter` and its load in `load`. Errors are those of the client. Rows with two copies are
 * read by their own keys.
 */
export function createPlainTable(name: string, client: DynamoClient = createDynamoClient()) {
  const meter: Meter = { requests: 0, readUnits: 0, writeUnits: 0 };
  const budget = createReadBudget();
  const load = createLoad();
  /** Attempted ones included. */
  const wrote = (item: Readonly<Record<string, unknown>>) => {
    const [units, partitions] = [getUnits(item), getPartitions(item)];
    meter.writeUnits += units * partitions.length;
    load.wrote(units, partitions);
  };
  const counted = (items: readonly Record<string, unknown>[], consistent = false): number => {
    const units = readUnits(
      items.reduce((sum, item) => sum + getSize(item), 0),
      consistent,
    );
    meter.requests += 1;
    meter.readUnits += units;
    return units;
  };

  /** `reserved`: units of the budget. */
  const readBatch = async (keys: readonly ItemKey[], consistent: boolean, reserved: number) => {
    const value: Record<string, unknown>[] = [];
    let units = 0;
    let left: Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt > 0) await sleep(Math.random() * Math.min(1_000, 25 * 2 ** attempt));
      const input = { RequestItems: { [name]: { Keys: left, ConsistentRead: consistent } } };
      const answer = (await load.watched(client.call('BatchGetItem', input))) as BatchGetAnswer;
      const items = answer.Responses?.[name] ?? [];
      const unprocessed = answer.UnprocessedKeys?.[name]?.Keys ?? [];
      // Items of a batch are rounded up individually, and a missing one costs as much as a small one.
      const absent = left.length - items.length - unprocessed.length;
      const own = items.reduce((sum, item) => sum + readUnits(getSize(item), consistent), 0);
      const more = own + absent * readUnits(0, consistent);
      meter.requests += 1;
      meter.readUnits += more;
      units += more;
      value.push(...items);
      left = unprocessed;
      load.rejected(left.length);
      // Items larger than expected: an answer ends at 16 MB.
      if (left.length > 0 && units - reserved > budget.left) throw new ReadBudgetExceeded(budget.limit);
    }
    return { value, units };
  };

  const writeBatch = async (writes: readonly Write[], signal?: AbortSignal) => {
    let left = writes.map((w) =>
      'put' in w ? { PutRequest: { Item: w.put } } : { DeleteRequest: { Key: toKey(w.delete) } },
    );
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt > 0) await sleep(Math.random() * Math.min(1_000, 25 * 2 ** attempt), signal);
      const input = { RequestItems: { [name]: left } };
      const answer = (await load.watched(client.call('BatchWriteItem', input, signal))) as BatchWriteAnswer;
      meter.requests += 1;
      left = (answer.UnprocessedItems?.[name] ?? []) as typeof left;
      load.rejected(left.length);
    }
    for (const w of writes) wrote('put' in w ? w.put : w.delete);
  };

  /** The item after the change; undefined if the condition does not hold. Charged either way. */
  const updateIf = async (
    key: ItemKey,
    changes: Changes,
    when: Condition | undefined,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown> | undefined> => {
    const expressions = getExpressions(changes, when);
    return retried(async () => {
      meter.requests += 1;
      const input = { TableName: name, Key: key, ...expressions, ReturnValues: 'ALL_NEW' };
      try {
        const { Attributes = {} } = (await load.watched(client.call('UpdateItem', input, signal))) as ItemAnswer;
        wrote({ ...key, ...Attributes });
        return Attributes;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        meter.writeUnits += 1;
        return undefined;
      }
    }, signal);
  };

  return {
    meter,
    budget,
    load: load as Load,

    get(key: ItemKey, consistent = false): Promise<Record<string, unknown> | undefined> {
      const input = { TableName: name, Key: key, ConsistentRead: consistent };
      return budget.read(mostReadUnits(key.pk, consistent), async () => {
        const { Item } = (await load.watched(client.call('GetItem', input))) as ItemAnswer;
        return { value: Item, units: counted(Item ? [Item] : [], consistent) };
      });
    },

    /**
     * Unordered, without missing items. `expectedUnits`: of an item, where the largest are a hundred times the ordinary
     * ones; then a request may exceed its budget by one answer, which DynamoDB ends at 16 MB.
     */
    async batchGet(
      keys: readonly ItemKey[],
      consistent = false,
      expectedUnits?: number,
    ): Promise<Record<string, unknown>[]> {
      const found: Record<string, unknown>[] = [];
      const most = ({ pk }: ItemKey) => expectedUnits ?? mostReadUnits(pk, consistent);
      for (let rest = keys; rest.length > 0; ) {
        const fitting = rest.slice(0, budget.fitting(rest.map(most)));
        rest = rest.slice(fitting.length);
        await inParallel(chunk(fitting, MAX_BATCH_READS), MAX_PARALLEL_READS, async (part) => {
          const units = part.reduce((sum, one) => sum + most(one), 0);
          found.push(...(await budget.read(units, () => readBatch(part, consistent, units))));
        });
      }
      return found;
    },

    query(range: Range): Promise<{ items: Record<string, unknown>[]; more: boolean }> {
      const [pk, sk] = range.index ? TABLE.indexes[range.index] : [TABLE.pk, TABLE.sk];
      const input = {
        TableName: name,
        ...(range.index ? { IndexName: range.index } : {}),
        KeyConditionExpression: '#p = :p AND #s BETWEEN :low AND :high',
        ExpressionAttributeNames: { '#p': pk, '#s': sk },
        ExpressionAttributeValues: { ':p': range.pk, ':low': range.low, ':high': range.high },
        ScanIndexForward: range.ascending,
        Limit: range.limit,
        ConsistentRead: range.consistent ?? false,
      };
      // A page ends with the item that exceeds the byte limit.
      const most = Math.min(MAX_QUERY_BYTES, (range.limit - 1) * getMaxBytes(range.pk)) + getMaxBytes(range.pk);
      return budget.read(readUnits(most, range.consistent), async () => {
        const { Items = [], LastEvaluatedKey } = (await load.watched(client.call('Query', input))) as QueryAnswer;
        const value = { items: Items, more: LastEvaluatedKey !== undefined };
        return { value, units: counted(Items, range.consistent) };
      });
    },

    /** Unordered; the last write of a key wins. Once it throws, no write is in flight, so the next holder may start. */
    async write(writes: readonly Write[], signal?: () => AbortSignal): Promise<void> {
      const batches = chunk(lastOfEachKey(writes), MAX_BATCH_WRITES);
      await inParallel(batches, MAX_PARALLEL_BATCHES, (batch) => writeBatch(batch, signal?.()));
    },

    /** false if it exists. Charged either way. */
    async putIfAbsent(item: Item, signal?: AbortSignal): Promise<boolean> {
      const input = { TableName: name, Item: item, ConditionExpression: 'attribute_not_exists(pk)' };
      return retried(() => {
        meter.requests += 1;
        wrote(item);
        return conditionHeld(load.watched(client.call('PutItem', input, signal)));
      }, signal);
    },

    // All or none. Returns the positions of failed conditions. A conflict with another write is retried, then thrown as
    // `TableConflict`. Each change is charged twice.
    async transact(changes: readonly TransactedChange[], signal?: AbortSignal): Promise<readonly number[]> {
      const items = changes.map((change) => {
        if ('put' in change) return { Put: { TableName: name, Item: change.put, ...getExpressions({}, change.when) } };
        if ('delete' in change)
          return { Delete: { TableName: name, Key: toKey(change.delete), ...getExpressions({}, change.when) } };
        const { update, when, ...rest } = change;
        return { Update: { TableName: name, Key: update, UpdateExpression: '', ...getExpressions(rest, when) } };
      });
      return retried(async () => {
        meter.requests += 1;
        for (const change of changes) {
          const one = toItem(change);
          wrote(one);
          wrote(one);
        }
        try {
          await load.watched(client.call('TransactWriteItems', { TransactItems: items }, signal));
          return [];
        } catch (error) {
          const codes = isConflict(error) ? [] : cancellationCodes(error);
          const failed = codes.flatMap((code, i) => (code === 'ConditionalCheckFailed' ? [i] : []));
          if (failed.length === 0) throw error;
          return failed;
        }
      }, signal);
    },

    /** Returns whether the condition held. Charged either way. */
    async deleteIf(item: Item, when: Condition, signal?: AbortSignal): Promise<boolean> {
      const input = { TableName: name, Key: toKey(item), ...getExpressions({}, when) };
      return retried(() => {
        meter.requests += 1;
        wrote(item);
        return conditionHeld(load.watched(client.call('DeleteItem', input, signal)));
      }, signal);
    },

    /** Or creates the item; returns it in full. */
    update: async (key: ItemKey, changes: Changes, signal?: AbortSignal): Promise<Record<string, unknown>> =>
      (await updateIf(key, changes, undefined, signal)) ?? {},

    updateIf,

    /** Returns whether the condition held. Charged either way. */
    changeIf: async (key: ItemKey, changes: Changes, when: Condition): Promise<boolean> =>
      (await updateIf(key, changes, when)) !== undefined,
  };
}
export type Table = ReturnType<typeof createPlainTable>;

/** For each change of a cancelled transaction, `None` for those without fault; empty for other errors. */
const cancellationCodes = (error: unknown): readonly (string | undefined)[] =>
  error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []).map(({ Code }) => Code) : [];

/** Says nothing about conditions. */
const isConflict = (error: unknown): boolean =>
  error instanceof TransactionConflictException || cancellationCodes(error).includes('TransactionConflict');

/** A conflicting transaction ends within milliseconds. Throws `TableConflict` after the last attempt. */
async function retried<T>(write: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === MAX_CONFLICTS) throw new TableConflict({ cause: error });
      await sleep(Math.random() * Math.min(400, 25 * 2 ** attempt), signal);
    }
  }
}

/** false if nothing was written. Rethrows other errors. */
async function conditionHeld(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** DynamoDB rejects a batch with two writes of one key, and writes of two batches may apply in either order. */
function lastOfEachKey(writes: readonly Write[]): readonly Write[] {
  const last = new Map<string, Write>();
  for (const write of writes) {
    const { pk, sk } = 'put' in write ? write.put : write.delete;
    last.set(`${pk} ${sk}`, write);
  }
  return last.size === writes.length ? writes : [...last.values()];
}

/** For metering. An updated item's final size is unknown: counts at least the attributes that are set. */
function toItem(change: TransactedChange): Readonly<Record<string, unknown>> {
  if ('put' in change) return change.put;
  return 'delete' in change ? change.delete : { ...change.update, ...change.set };
}

const toKey = ({ pk, sk }: ItemKey): ItemKey => ({ pk, sk });
