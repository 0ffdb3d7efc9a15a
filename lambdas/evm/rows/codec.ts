import { ByteReader, ByteWriter } from '../../core/table/bytes';
import type { BlockRow, TransactionRow } from '../domain/derive';

export type BlockExtras = Pick<BlockRow, 'timeMs' | 'minDelayExcess'>;
/** Without the fields that only `Tx` has; `input` is the selector only. */
export type ListRow = Omit<TransactionRow, 'maxFee' | 'maxPriorityFee' | 'cumulativeGas'>;

const EXTRA = { timeMs: 1, minDelayExcess: 2, balance: 4 } as const;
/** Bits 4 to 6 hold the selector's size, 0 to 4. */
const ROW = { success: 1, hasTo: 2, fromSelf: 4, toSelf: 8, inputSize: 4, inputMask: 7, unknown: 128 } as const;

/** Number, hash and time are item attributes. */
export function encodeBlock(row: BlockRow): Uint8Array {
  const out = new ByteWriter();
  writeExtras(out, row).hex(row.parentHash).varint(row.txCount);
  for (const value of [row.baseFee, row.gasUsed, row.gasLimit, row.gasCost, row.feesSpent]) out.big(value);
  return out.varint(row.cumulative).done();
}

export function decodeBlock(bytes: Uint8Array): Omit<BlockRow, 'number' | 'hash' | 'time'> {
  const from = new ByteReader(bytes);
  const { extras } = readExtras(from);
  return {
    ...extras,
    parentHash: from.hex(32),
    txCount: from.varint(),
    baseFee: from.big(),
    gasUsed: from.big(),
    gasLimit: from.big(),
    gasCost: from.big(),
    feesSpent: from.big(),
    cumulative: from.varint(),
  };
}

/** `self`: owner of the list; its 20 bytes are omitted. */
export function encodeRow(row: ListRow, self?: string): Uint8Array {
  const selector = row.input.slice(0, 10);
  const out = new ByteWriter().varint(row.index);
  out.byte(
    (row.status === 'success' ? ROW.success : row.status === 'unknown' ? ROW.unknown : 0) |
      (row.to !== undefined ? ROW.hasTo : 0) |
      (row.from === self ? ROW.fromSelf : 0) |
      (row.to !== undefined && row.to === self ? ROW.toSelf : 0) |
      (((selector.length - 2) >> 1) << ROW.inputSize),
  );
  out.hex(row.hash).hex(selector).varint(row.type);
  for (const value of [row.gasLimit, row.gasUsed, row.gasPrice, row.nonce, row.value]) out.big(value);
  if (row.from !== self) out.hex(row.from);
  if (row.to !== undefined && row.to !== self) out.hex(row.to);
  return out.done();
}

export function readRow(from: ByteReader, self?: string): ListRow {
  const index = from.varint();
  const flags = from.byte();
  const hash = from.hex(32);
  const input = from.hex((flags >> ROW.inputSize) & ROW.inputMask);
  const type = from.varint();
  const [gasLimit, gasUsed, gasPrice, nonce, value] = [from.big(), from.big(), from.big(), from.big(), from.big()];
  const sender = flags & ROW.fromSelf && self ? self : from.hex(20);
  const to = flags & ROW.hasTo ? (flags & ROW.toSelf && self ? self : from.hex(20)) : undefined;
  return {
    index,
    hash,
    status: flags & ROW.success ? 'success' : flags & ROW.unknown ? 'unknown' : 'failed',
    type,
    gasLimit,
    gasUsed,
    gasPrice,
    nonce,
    from: sender,
    ...(to === undefined ? {} : { to }),
    value,
    input,
  };
}

/** `balance`: the address's native balance after the block, in wei. */
export function encodeChunk(rows: readonly Uint8Array[], extras: BlockExtras, balance?: bigint): Uint8Array {
  const out = writeExtras(new ByteWriter(), extras, balance);
  for (const row of rows) out.append(row);
  return out.done();
}

export function decodeChunk(bytes: Uint8Array, self?: string) {
  const from = new ByteReader(bytes);
  const { extras, balance } = readExtras(from);
  const rows: ListRow[] = [];
  while (!from.ended) rows.push(readRow(from, self));
  return { extras, balance, rows };
}

export function writeExtras(out: ByteWriter, { timeMs, minDelayExcess }: BlockExtras, balance?: bigint): ByteWriter {
  out.byte(
    (timeMs === undefined ? 0 : EXTRA.timeMs) |
      (minDelayExcess === undefined ? 0 : EXTRA.minDelayExcess) |
      (balance === undefined ? 0 : EXTRA.balance),
  );
  if (timeMs !== undefined) out.varint(timeMs);
  if (minDelayExcess !== undefined) out.varint(minDelayExcess);
  if (balance !== undefined) out.big(balance);
  return out;
}

export function readExtras(from: ByteReader): { extras: BlockExtras; balance: bigint | undefined } {
  const flags = from.byte();
  const timeMs = flags & EXTRA.timeMs ? from.varint() : undefined;
  const minDelayExcess = flags & EXTRA.minDelayExcess ? from.varint() : undefined;
  const balance = flags & EXTRA.balance ? from.big() : undefined;
  return {
    extras: {
      ...(timeMs === undefined ? {} : { timeMs }),
      ...(minDelayExcess === undefined ? {} : { minDelayExcess }),
    },
    balance,
  };
}
