import { type Hex, quantity, type RpcBlock, type RpcLog, type RpcReceipt, type RpcTransaction } from './rpc';

/*
 * Strict on fields that identify and link blocks: number, hashes, time, senders, log addresses and
 * topics. Clients differ in all others: an absent or unreadable one becomes neutral or is omitted.
 */

/** `invalid`: path of the first invalid field, such as `transactions[3].from`. */
export type Normalized<T> = { readonly value: T } | { readonly invalid: string };

type Fields = Readonly<Record<string, unknown>>;
/** undefined omits the field; REFUSED if it has no fallback. */
type Read = (value: unknown, object: Fields) => unknown;
const REFUSED = Symbol('refused');
type Reads = readonly (readonly [field: string, read: Read])[];

/** Limits of the table's keys: 10 digits for numbers and times, 5 for transaction indexes. */
const [MAX_NUMBER, MAX_TRANSACTIONS] = [9_999_999_999, 100_000];
// A row has at most 100 parts of 380 kB. An ERC-1155 batch log takes up to 4.3 times its size in
// the transaction's row.
const [MAX_INPUT_BYTES, MAX_LOG_BYTES] = [8_000_000, 6_000_000];
const [MAX_TOPICS, WORD_BYTES] = [4, 32];
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

const HASH = /^0x[0-9a-f]{64}$/i;
const ADDRESS = /^0x(?:0{24})?([0-9a-f]{40})$/i; // some clients left-pad to 32 bytes
const QUANTITY = /^0x[0-9a-f]{1,64}$/;
const NO_HEX_DIGIT = /[^0-9a-f]/i;

const toHash = (value: unknown): Hex | undefined =>
  typeof value === 'string' && HASH.test(value) ? value.toLowerCase() : undefined;
const toAddress = (value: unknown): Hex | undefined => {
  const [, digits] = (typeof value === 'string' && ADDRESS.exec(value)) || [];
  return digits && `0x${digits}`;
};
/** Up to 256 bits. Also accepts JSON numbers, decimal text, upper case and leading zeros. */
export function toQuantity(value: unknown): Hex | undefined {
  if (typeof value === 'string' && QUANTITY.test(value)) return value;
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  const isText = typeof value === 'string' && value.length <= MAX_DIGITS && /^(?:0x[0-9a-f]+|\d+)$/i.test(value);
  if (!isNumber && !isText) return undefined;
  const number = BigInt(value);
  return number < 2n ** 256n ? `0x${number.toString(16)}` : undefined;
}
const MAX_DIGITS = 200; // far more than 2^256 needs, leading zeros included
function toNumber(value: unknown, max = Number.MAX_SAFE_INTEGER): Hex | undefined {
  const read = toQuantity(value);
  return read !== undefined && Number(read) <= max ? read : undefined;
}
/** Values too large for seconds are read as milliseconds, microseconds or nanoseconds. */
function toSeconds(value: unknown): Hex | undefined {
  const read = toQuantity(value);
  if (read === undefined || Number(read) <= MAX_NUMBER) return read;
  let seconds = BigInt(read);
  for (let i = 0; i < 3 && seconds > MAX_NUMBER; i++) seconds /= 1_000n;
  return seconds <= MAX_NUMBER ? `0x${seconds.toString(16)}` : undefined;
}
// Searches for an invalid digit: no backtracking on long data.
const toData = (value: unknown): Hex | undefined =>
  typeof value === 'string' && value.startsWith('0x') && value.length % 2 === 0 && !NO_HEX_DIGIT.test(value.slice(2))
    ? value
    : undefined;

const strictly =
  (read: (value: unknown) => unknown): Read =>
  (value) =>
    read(value) ?? REFUSED;
const orZero: Read = (value) => toQuantity(value) ?? '0x0';
const isNothing = (value: unknown): boolean => value === undefined || value === null;

/** Go encodes an empty list as null. */
function readTransactions(value: unknown, { transactionsRoot }: Fields): unknown {
  if (Array.isArray(value)) return value.length > MAX_TRANSACTIONS ? REFUSED : value;
  return isNothing(value) && (isNothing(transactionsRoot) || transactionsRoot === EMPTY_ROOT) ? [] : REFUSED;
}
function readInput(value: unknown, { data }: Fields): unknown {
  const input = toData(value) ?? toData(data) ?? '0x';
  return bytesIn(input) > MAX_INPUT_BYTES ? REFUSED : input;
}
function readAccessList(value: unknown): unknown {
  const isEntry = (one: unknown) =>
    isObject(one) &&
    typeof one.address === 'string' &&
    toAddress(one.address) === one.address &&
    (isNothing(one.storageKeys) ||
      (Array.isArray(one.storageKeys) && one.storageKeys.every((key) => toQuantity(key) === key)));
  return Array.isArray(value) && value.every(isEntry) ? value : undefined;
}
/** Receipts before Byzantium have a state root instead. */
function readStatus(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? '0x1' : '0x0';
  const status = toNumber(value, 1);
  return status && quantity(Number(status));
}
/** Missing logs count as empty if the bloom filter is empty or missing too. */
const readLogs: Read = (value, { logsBloom }) => {
  if (Array.isArray(value)) return value;
  return isNothing(value) && (typeof logsBloom !== 'string' || !/[1-9a-f]/i.test(logsBloom.slice(2))) ? [] : REFUSED;
};
const readTopics: Read = (value) => {
  if (isNothing(value)) return [];
  return Array.isArray(value) && value.length <= MAX_TOPICS ? value : REFUSED;
};

const HEADER: Reads = [
  ['number', strictly((value) => toNumber(value, MAX_NUMBER))],
  ['hash', strictly(toHash)],
  ['parentHash', strictly(toHash)],
  ['timestamp', strictly(toSeconds)],
];
const BLOCK: Reads = [
  ...HEADER,
  ['gasUsed', orZero],
  ['gasLimit', orZero],
  ['baseFeePerGas', toQuantity],
  ['blockGasCost', toQuantity],
  ['timestampMilliseconds', (value) => toNumber(value)],
  ['minDelayExcess', (value) => toNumber(value)],
  ['transactions', readTransactions],
];
const TRANSACTION: Reads = [
  ['hash', strictly(toHash)],
  ['transactionIndex', (value) => toNumber(value)],
  ['from', strictly(toAddress)],
  ['to', toAddress],
  ['value', orZero],
  ['input', readInput],
  ['nonce', orZero],
  ['gas', orZero],
  ['type', (value) => toNumber(value)],
  ['gasPrice', toQuantity],
  ['maxFeePerGas', toQuantity],
  ['maxPriorityFeePerGas', toQuantity],
  ['accessList', readAccessList],
];
const RECEIPT: Reads = [
  ['transactionHash', strictly(toHash)],
  ['blockHash', toHash],
  ['blockNumber', (value) => toNumber(value)],
  ['transactionIndex', (value) => toNumber(value)],
  ['gasUsed', orZero],
  ['cumulativeGasUsed', toQuantity],
  ['effectiveGasPrice', toQuantity],
  ['status', readStatus],
  ['root', toHash],
  ['contractAddress', toAddress],
  ['logs', readLogs],
];
const LOG: Reads = [
  ['address', strictly(toAddress)],
  ['topics', readTopics],
  ['data', (value) => toData(value) ?? '0x'],
  ['blockHash', toHash],
  ['transactionHash', toHash],
];

export const readableHeader = (raw: unknown): Partial<RpcHeader> =>
  Object.fromEntries(
    HEADER.flatMap(([field, readField]) => {
      const value = isObject(raw) ? readField(raw[field], raw) : REFUSED;
      return value === REFUSED ? [] : [[field, value]];
    }),
  );

export const normalizeHeader = (raw: unknown): Normalized<RpcHeader> => read(raw, HEADER, 'block');
export type RpcHeader = Pick<RpcBlock, 'number' | 'hash' | 'parentHash' | 'timestamp'>;

export function normalizeBlock(raw: unknown): Normalized<RpcBlock> {
  const block = read<RpcBlock>(raw, BLOCK, 'block');
  if ('invalid' in block) return block;
  const transactions = new Map<Hex, RpcTransaction>();
  for (const [i, one] of block.value.transactions.entries()) {
    const transaction = read<RpcTransaction>(one, TRANSACTION, '');
    if ('invalid' in transaction) return { invalid: getName('transactions', i, transaction.invalid) };
    const { hash } = transaction.value;
    if (!transactions.has(hash)) transactions.set(hash, transaction.value);
  }
  return { value: { ...block.value, transactions: [...transactions.values()] } };
}

export function normalizeReceipt(raw: unknown): Normalized<RpcReceipt> {
  const receipt = read<RpcReceipt>(raw, RECEIPT, 'receipt');
  if ('invalid' in receipt) return receipt;
  let bytes = 0;
  const logs: RpcLog[] = [];
  for (const [i, rawLog] of receipt.value.logs.entries()) {
    const log = normalizeLog(rawLog);
    if ('invalid' in log) return { invalid: getName('logs', i, log.invalid) };
    bytes += log.value.topics.length * WORD_BYTES + bytesIn(log.value.data);
    logs.push(log.value);
  }
  if (bytes > MAX_LOG_BYTES) return { invalid: 'logs' };
  return isSame(logs, receipt.value.logs) ? receipt : { value: { ...receipt.value, logs } };
}

/** Leaves the index to `numberLogs`, which replaces missing ones over the whole block. */
export function normalizeLog<Log extends RpcLog>(raw: unknown): Normalized<Log> {
  const log = read<Log>(raw, LOG, '');
  if ('invalid' in log) return log;
  const topics = log.value.topics.map(toHash);
  const wrong = topics.indexOf(undefined);
  if (wrong >= 0) return { invalid: getName('topics', wrong) };
  if (isSame(topics, log.value.topics)) return log;
  return { value: { ...log.value, topics: topics.filter((topic) => topic !== undefined) } };
}

/** By position, unless the node's indexes ascend over the whole block. */
export function numberLogs(receipts: readonly RpcReceipt[]): readonly RpcReceipt[] {
  let last = -1;
  const rise = receipts.every(({ logs }) =>
    logs.every(({ logIndex }) => {
      const before = last;
      last = Number(toNumber(logIndex) ?? Number.NaN);
      return last > before;
    }),
  );
  if (rise) return receipts;
  let next = 0;
  return receipts.map((receipt) => ({
    ...receipt,
    logs: receipt.logs.map((log) => ({ ...log, logIndex: quantity(next++) })),
  }));
}

/** Returns the same object if nothing changes. */
function read<T>(raw: unknown, reads: Reads, name: string): Normalized<T> {
  if (!isObject(raw)) return { invalid: name };
  let changed: Record<string, unknown> | undefined;
  for (const [field, readField] of reads) {
    const value = readField(raw[field], raw);
    if (value === REFUSED) return { invalid: field };
    if (value === raw[field] || (value === undefined && raw[field] === null)) continue;
    changed ??= { ...raw };
    if (value === undefined) delete changed[field];
    else changed[field] = value;
  }
  return { value: (changed ?? raw) as T };
}

/** Hot path: unchanged blocks are not copied. */
const isSame = (read: readonly unknown[], raw: readonly unknown[]): boolean => read.every((one, i) => one === raw[i]);
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const getName = (list: string, index: number, field = ''): string => `${list}[${index}]${field ? `.${field}` : ''}`;
const bytesIn = (data: Hex): number => (data.length - 2) / 2;
