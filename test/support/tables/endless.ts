import type { DynamoClient } from '../../../lambdas/core/table/dynamo-client';
import { getMaxBytes, getSize } from '../../../lambdas/core/table/item';
import { type IndexName, TABLE } from '../../../lambdas/core/table/schema';
import { createTableClient, type Table } from '../../../lambdas/core/table/table';
import { type MemoryTable, NAME } from './memory';

type Row = Record<string, unknown>;
interface QueryInput {
  readonly IndexName?: IndexName;
  readonly Limit: number;
  readonly ScanIndexForward: boolean;
  readonly ExpressionAttributeValues: { readonly ':p': string; readonly ':low': string; readonly ':high': string };
}
interface BatchInput {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly Row[] }>>;
}

/** A DynamoDB Query ends with the item that exceeds this. */
const MAX_QUERY_BYTES = 1_048_576;
const toLiteral = (key: unknown): string => String(key).split('#', 1)[0] ?? '';
const fillers = new Map<number, string>();

function padded(row: Row): Row {
  const room = getMaxBytes(String(row.pk)) - getSize(row) - 2;
  if (room <= 0) return row;
  const filler = fillers.get(room) ?? 'f'.repeat(room);
  fillers.set(room, filler);
  return { ...row, zz: filler };
}

function counterIn(key: string) {
  const run = [...key.matchAll(/[0-9a-f]{5,}/g)].at(-1);
  if (!run) return undefined;
  const end = run.index + run[0].length;
  const width = Math.min(8, run[0].length);
  const [before, rest] = [key.slice(0, end - width), key.slice(end)];
  return { width, toKey: (count: number) => `${before}${String(count).padStart(width, '0')}${rest}` };
}

/** Binary search for a monotonic condition; `max + 1` if it never holds. */
function firstCount(max: number, isEnough: (count: number) => boolean): number {
  let [low, high] = [0, max + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Lists continue with copies of a row of their entity; every key exists. `isFat`: rows of their maximum size. */
export async function endlessTable({ client, rows }: MemoryTable, isFat: boolean): Promise<Table> {
  const all = await rows();
  const shown = (row: Row): Row => (isFat ? padded(row) : row);

  function query({ IndexName: index, Limit, ScanIndexForward: ascending, ...input }: QueryInput): Row[] | undefined {
    const { ':p': partition, ':low': low, ':high': high } = input.ExpressionAttributeValues;
    const [pk, sk] = index ? TABLE.indexes[index] : [TABLE.pk, TABLE.sk];
    const literal = toLiteral(partition);
    for (const row of all.filter((one) => toLiteral(one[pk]) === literal)) {
      const counter = counterIn(String(row[sk]));
      if (!counter) continue;
      const { width, toKey } = counter;
      const max = 10 ** width - 1;
      const from = ascending
        ? firstCount(max, (count) => toKey(count) >= low)
        : firstCount(max, (count) => toKey(count) > high) - 1;
      const found: Row[] = [];
      let bytes = 0;
      for (let count = from; found.length < Limit && count >= 0 && count <= max; count += ascending ? 1 : -1) {
        const key = toKey(count);
        if (key < low || key > high) break;
        const own = shown({ ...row, ...(index ? {} : { pk: partition, sk: key }), [pk]: partition, [sk]: key });
        found.push(own);
        bytes += getSize(own);
        if (bytes >= MAX_QUERY_BYTES) break;
      }
      if (found.length > 0) return found;
    }
    return undefined;
  }

  // Copies name the same keys; each read counts.
  function batch({ RequestItems }: BatchInput): Row[] {
    const wanted = RequestItems[NAME]?.Keys ?? [];
    return wanted.flatMap((key) => {
      const same = all.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
      const row = same ?? all.find(({ pk }) => toLiteral(pk) === toLiteral(key.pk));
      return row ? [shown({ ...row, ...key })] : [];
    });
  }

  const endless: DynamoClient = {
    async call(action, input, signal) {
      if (action === 'BatchGetItem')
        return { Responses: { [NAME]: batch(input as unknown as BatchInput) }, $metadata: { attempts: 1 } };
      const answer = await client.call(action, input, signal);
      if (action === 'Query') {
        const found = query(input as unknown as QueryInput);
        return found ? { ...answer, Items: found, LastEvaluatedKey: {} } : answer;
      }
      if (action === 'GetItem') {
        const { Item } = answer as { Item?: Row };
        return Item ? { ...answer, Item: shown(Item) } : answer;
      }
      return answer;
    },
  };
  return createTableClient(NAME, endless);
}
