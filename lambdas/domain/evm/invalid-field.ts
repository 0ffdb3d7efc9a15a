type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;
/** The fields of an object that are read, each with its check. Others may hold anything. */
type Checks = readonly (readonly [field: string, check: Check])[];

/** What the table's keys have digits for: block numbers and times in 10, positions of transactions in 5. */
const [MAX_NUMBER, MAX_TRANSACTIONS] = [9_999_999_999, 100_000];
/**
 * Size of a transaction's input, and of the topics and data of its logs. A log of an ERC-1155 batch takes up to 4.3
 * times its size in the transaction's row, and a row has at most 100 parts of 380 kB.
 */
const [MAX_INPUT_BYTES, MAX_LOG_BYTES] = [8_000_000, 6_000_000];
const [MAX_TOPICS, WORD_BYTES] = [4, 32];

const HASH = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const NO_HEX_DIGIT = /[^0-9a-f]/i;

/** In lower case, as nodes send them: hashes and topics are compared as text, and are keys. */
const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value);
const isAddress: Check = (value) => typeof value === 'string' && ADDRESS.test(value);
const isQuantity = (value: unknown): value is string => typeof value === 'string' && QUANTITY.test(value);
const isNumber: Check = (value) => isQuantity(value) && Number(value) <= Number.MAX_SAFE_INTEGER;
const isNumberInKeys: Check = (value) => isQuantity(value) && Number(value) <= MAX_NUMBER;
// Whether any digit is wrong, instead of whether all are right: no backtracking, however long the text.
const isData = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('0x') && value.length % 2 === 0 && !NO_HEX_DIGIT.test(value.slice(2));
const isInput: Check = (value) => isData(value) && bytesOf(value) <= MAX_INPUT_BYTES;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isList =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
/** Nodes leave out what a type of transaction or an old block does not have, or send null. */
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);
/** Some tools that serve exported blocks write an empty text where there is no address. */
const isAddressOrNone = optional((value) => value === '' || isAddress(value));

const BLOCK: Checks = [
  ['number', isNumberInKeys],
  ['hash', isHash],
  ['parentHash', isHash],
  ['timestamp', isNumberInKeys],
  ['gasUsed', isQuantity],
  ['gasLimit', isQuantity],
  ['baseFeePerGas', optional(isQuantity)],
  ['blockGasCost', optional(isQuantity)],
  ['timestampMilliseconds', optional(isNumber)],
  ['minDelayExcess', optional(isNumber)],
];
const ACCESS: Checks = [
  ['address', isAddress],
  ['storageKeys', optional(isList(isQuantity))],
];
const TRANSACTION: Checks = [
  ['hash', isHash],
  ['from', isAddress],
  ['to', isAddressOrNone],
  ['value', isQuantity],
  ['input', isInput],
  ['nonce', isQuantity],
  ['gas', isQuantity],
  ['type', optional(isNumber)],
  ['gasPrice', optional(isQuantity)],
  ['maxFeePerGas', optional(isQuantity)],
  ['maxPriorityFeePerGas', optional(isQuantity)],
  ['accessList', optional(isList((entry) => invalidIn(entry, ACCESS) === undefined))],
];
const RECEIPT: Checks = [
  ['transactionHash', isHash],
  ['blockHash', isHash],
  ['gasUsed', isQuantity],
  ['effectiveGasPrice', optional(isQuantity)],
  ['status', optional(isQuantity)],
  ['contractAddress', isAddressOrNone],
  ['logs', Array.isArray],
];
const LOG: Checks = [
  ['address', isAddress],
  ['topics', (value) => Array.isArray(value) && value.length <= MAX_TOPICS],
  ['data', isData],
  ['logIndex', isNumber],
];

/**
 * The first field of a node's block that rows cannot be derived from, such as `transactions[3].value`; undefined if
 * there is none. Checked before the block is stored: from then on it must be finished.
 */
export function invalidBlockField(block: unknown): string | undefined {
  const own = invalidIn(block, BLOCK);
  if (own !== undefined || !isObject(block)) return own === '' ? 'block' : own;
  const { transactions } = block;
  if (!Array.isArray(transactions) || transactions.length > MAX_TRANSACTIONS) return 'transactions';
  const hashes = new Set<unknown>();
  for (const [i, transaction] of transactions.entries()) {
    const field = invalidIn(transaction, TRANSACTION);
    if (field !== undefined) return nameOf('transactions', i, field);
    hashes.add(transaction.hash);
    // One row for two transactions: the table refuses both.
    if (hashes.size === i) return nameOf('transactions', i, 'hash');
  }
  return undefined;
}

/** The same for the receipts of a block, such as `receipts[3].logs[0].topics[1]`. */
export function invalidReceiptField(receipts: unknown): string | undefined {
  if (!Array.isArray(receipts)) return 'receipts';
  let logIndex = -1;
  for (const [i, receipt] of receipts.entries()) {
    const field = invalidIn(receipt, RECEIPT);
    if (field !== undefined || !isObject(receipt)) return nameOf('receipts', i, field);
    let bytes = 0;
    for (const [k, log] of (receipt.logs as unknown[]).entries()) {
      const inLog = invalidInLog(log, logIndex);
      if (inLog !== undefined) return nameOf('receipts', i, nameOf('logs', k, inLog));
      const { topics, data, logIndex: index } = log as { topics: unknown[]; data: string; logIndex: string };
      logIndex = Number(index);
      bytes += topics.length * WORD_BYTES + bytesOf(data);
    }
    if (bytes > MAX_LOG_BYTES) return nameOf('receipts', i, 'logs');
  }
  return undefined;
}

/** Logs are numbered over the block: `before` is the index of the one before. */
function invalidInLog(log: unknown, before: number): string | undefined {
  const field = invalidIn(log, LOG);
  if (field !== undefined || !isObject(log)) return field;
  const topic = (log.topics as unknown[]).findIndex((value) => !isHash(value));
  if (topic >= 0) return nameOf('topics', topic);
  return Number(log.logIndex) > before ? undefined : 'logIndex';
}

/** The first invalid field of an object; empty if it is no object at all. */
function invalidIn(value: unknown, checks: Checks): string | undefined {
  if (!isObject(value)) return '';
  for (const [field, check] of checks) if (!check(value[field])) return field;
  return undefined;
}

const nameOf = (list: string, index: number, field = ''): string => `${list}[${index}]${field ? `.${field}` : ''}`;
const bytesOf = (data: string): number => (data.length - 2) / 2;
