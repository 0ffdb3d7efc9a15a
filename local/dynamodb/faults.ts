import { apiError } from './api-error';
import type { Table } from './dynalite';
import { isObject } from './plain-items';

type Body = Readonly<Record<string, unknown>>;
type Perform = (body: Body) => Promise<Record<string, unknown>>;
/** Handles a call in place of `perform`. */
type Fault = (perform: Perform, body: Body) => Promise<Record<string, unknown>>;

/** One in this many calls of each kind fails: often enough to hit every caller, rarely enough to make progress. */
const EVERY = 12;
/** Failed requests to remember: a retry of the same request is never failed again. */
const MAX_KNOWN = 10_000;

const refuses =
  (type: string, message: string, more: Record<string, unknown> = {}): Fault =>
  async () => {
    throw apiError(type, message, more);
  };
const throttled = refuses('ProvisionedThroughputExceededException', 'Throttled by the local runner (injected fault).');
const failed: Fault = async () => {
  throw Object.assign(apiError('InternalServerError', 'Failed by the local runner (injected fault).'), {
    statusCode: 500,
  });
};
/** The write takes effect but its response is lost. */
const unanswered: Fault = async (perform, body) => {
  await perform(body);
  return failed(perform, body);
};
const conflict = refuses('TransactionConflictException', 'Transaction is ongoing for the item');
/** A conflicting transaction on the first item. */
const cancelled: Fault = async (_, { TransactItems: items }) => {
  const reasons = (Array.isArray(items) ? items : []).map((_item, i) => ({
    Code: i === 0 ? 'TransactionConflict' : 'None',
  }));
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  throw apiError('TransactionCanceledException', message, { Message: message, CancellationReasons: reasons });
};

/** Processes the first half of a batch and reports the rest as unprocessed. */
const halfDone =
  (left: 'UnprocessedItems' | 'UnprocessedKeys', halve: (part: unknown) => readonly [unknown, unknown]): Fault =>
  async (perform, body) => {
    const { RequestItems: parts } = body;
    if (!isObject(parts)) return perform(body);
    const halves = Object.entries(parts).map(([table, part]) => [table, ...halve(part)] as const);
    const some = (at: 1 | 2) =>
      halves.flatMap(([table, ...both]) => (both[at - 1] === undefined ? [] : [[table, both[at - 1]]]));
    if (some(1).length === 0) return perform(body);
    const answer = await perform({ ...body, RequestItems: Object.fromEntries(some(1)) });
    return { ...answer, [left]: Object.fromEntries(some(2)) };
  };
const getHalves = (list: readonly unknown[]): readonly [unknown[] | undefined, unknown[] | undefined] => {
  const half = Math.ceil(list.length / 2);
  const [first, rest] = [list.slice(0, half), list.slice(half)];
  return [first.length > 0 ? first : undefined, rest.length > 0 ? rest : undefined];
};
const halfWritten = halfDone('UnprocessedItems', (part) => (Array.isArray(part) ? getHalves(part) : [part, undefined]));
const halfRead = halfDone('UnprocessedKeys', (part) => {
  if (!isObject(part) || !Array.isArray(part.Keys)) return [part, undefined];
  return getHalves(part.Keys).map((Keys) => Keys && { ...part, Keys }) as [unknown, unknown];
});

const WRITE = [throttled, failed, unanswered, conflict];
const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  GetItem: [throttled, failed],
  Query: [throttled, failed],
  BatchGetItem: [halfRead, throttled, failed],
  PutItem: WRITE,
  UpdateItem: WRITE,
  DeleteItem: WRITE,
  BatchWriteItem: [halfWritten, throttled, halfWritten, unanswered],
  TransactWriteItems: [cancelled, throttled, unanswered, failed],
};

/**
 * Injects faults that DynamoDB may return at any time: throttling, errors, lost responses, transaction conflicts and
 * partly processed batches. Deterministic by call count; retries of a failed request succeed.
 */
export function createFaults(find: (table: string) => Pick<Table, 'KeySchema'> | undefined) {
  const toKey = ({ TableName, Key, Item }: Body): string => {
    const item = (Key ?? Item ?? {}) as Body;
    const names = find(String(TableName))?.KeySchema.map(({ AttributeName }) => AttributeName) ?? [];
    return JSON.stringify([TableName, names.map((name) => item[name])]);
  };
  const toKeys = ({ TransactItems: items }: Body): string[] =>
    (Array.isArray(items) ? items : []).flatMap((item: Body) =>
      Object.values(item).map((write) => toKey(write as Body)),
    );
  /** Keys written in transactions: only these can conflict. */
  const inTransactions = new Set<string>();
  const counts = new Map<string, number>();
  const known = new Set<string>();
  return async (call: string, text: string, body: Body, perform: Perform): Promise<Record<string, unknown>> => {
    const faults = FAULTS[call] ?? [];
    const count = (counts.get(call) ?? 0) + 1;
    counts.set(call, count);
    const fault = count % EVERY === 0 ? faults[Math.floor(count / EVERY) % faults.length] : undefined;
    for (const key of call === 'TransactWriteItems' ? toKeys(body) : []) inTransactions.add(key);
    if (!fault || known.has(text)) return perform(body);
    if (fault === conflict && !inTransactions.has(toKey(body))) return throttled(perform, body);
    if (known.size >= MAX_KNOWN) known.clear();
    known.add(text);
    return fault(perform, body);
  };
}
export type Faults = ReturnType<typeof createFaults>;
