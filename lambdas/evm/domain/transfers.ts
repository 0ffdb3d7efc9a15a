import type { Hex, RawBlock, RpcLog, RpcReceipt } from './rpc';
import { getWrap, type Wrap } from './wraps';

export type TransferKind = 'erc20' | 'erc721' | 'erc1155';

/** Addresses in lower case; amounts in the token's smallest unit. */
export interface TransferRow {
  readonly kind: TransferKind;
  /** Index among the block's transfers. Each entry of an ERC-1155 batch counts. */
  readonly row: number;
  readonly tx: number;
  /** Index in the block, as numbered by the node. */
  readonly logIndex: number;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly id?: bigint; // ERC-721 and ERC-1155 only
  readonly value?: bigint; // ERC-20 and ERC-1155 only
}

export interface TokenEvents {
  readonly transfers: readonly TransferRow[];
  readonly wraps: readonly Wrap[];
}

/** Sender of mints and receiver of burns. Has no holdings. */
export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

/** keccak-256 of `Transfer(address,address,uint256)`, shared by ERC-20 and ERC-721. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** keccak-256 of `ConsecutiveTransfer(uint256,uint256,address,address)` (ERC-2309). */
const CONSECUTIVE = '0xdeaa91b6123d068f5821d0fb0678463d1a8a6079fe8af5de3ce5e896dcf9133d';
/** keccak-256 of `TransferSingle` and `TransferBatch` (EIP-1155). */
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
/**
 * Per block; the rest are indexed when they next move. A 100-byte log can name 2^256 ids, while
 * common implementations stop at 5,000 per event.
 */
export const MAX_CONSECUTIVE_IDS = 10_000;
const WORD_DIGITS = 64;

export type Standards = NonNullable<RawBlock['standards']>;

/** Skips logs with a known topic but another layout: contracts can emit anything. */
export function getTokenEvents(receipts: readonly RpcReceipt[], standards: Standards = {}): TokenEvents {
  const transfers: TransferRow[] = [];
  const wraps: Wrap[] = [];
  let room = MAX_CONSECUTIVE_IDS;
  for (const [tx, { logs }] of receipts.entries())
    for (const log of logs) {
      const wrap = getWrap(log);
      if (wrap) wraps.push(wrap);
      const token = log.address.toLowerCase();
      const at = { tx, logIndex: Number(log.logIndex), token };
      const range = toConsecutiveMoves(log, room);
      room -= range.length;
      for (const moved of [...range, ...movedBy(log, standards[token])])
        transfers.push({ row: transfers.length, ...at, ...moved });
    }
  return { transfers, wraps };
}

export const getTransfers = (receipts: readonly RpcReceipt[], standards?: Standards): readonly TransferRow[] =>
  getTokenEvents(receipts, standards).transfers;

/** `amount`: the id, for ERC-721. */
interface TransferEvent {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** By layout: ERC-721 indexes the id, ERC-20 does not index the amount. */
  readonly suggests: 'erc20' | 'erc721';
}

/** With all fields indexed, only the parties, or none. */
export function getTransferEvent({ topics, data }: RpcLog): TransferEvent | undefined {
  const [topic, one, two, three] = topics;
  if (topic !== TRANSFER) return undefined;
  const [from, to, amount] =
    topics.length === 1 ? [0, 32, 64].map((byte) => hexAt(data, byte)) : [one, two, three ?? hexAt(data, 0)];
  // With two topics, the indexed party is unknown.
  if (topics.length === 2 || !from || !to || !amount) return undefined;
  const suggests = topics.length === 4 ? 'erc721' : 'erc20';
  return { from: getAddress(from), to: getAddress(to), amount: BigInt(amount), suggests };
}

type Moved = Pick<TransferRow, 'kind' | 'from' | 'to' | 'id' | 'value'>;

function movedBy(log: RpcLog, standard: Standards[string] = 'as-logged'): Moved[] {
  const { topics, data } = log;
  const event = getTransferEvent(log);
  if (event) {
    const { amount, suggests, ...parties } = event;
    const kind = standard === 'as-logged' ? suggests : standard;
    return [kind === 'erc20' ? { kind, ...parties, value: amount } : { kind, ...parties, id: amount }];
  }
  const [topic, , two, three] = topics;
  if ((topic !== SINGLE && topic !== BATCH) || !two || !three) return [];
  const parties = { from: getAddress(two), to: getAddress(three) };
  if (topic === BATCH) return getBatch(data).map((entry) => ({ kind: 'erc1155', ...parties, ...entry }));
  const [id, value] = [wordAt(data, 0), wordAt(data, 1)];
  return id === undefined || value === undefined ? [] : [{ kind: 'erc1155', ...parties, id, value }];
}

function toConsecutiveMoves({ topics, data }: RpcLog, room: number): Moved[] {
  const [topic, first, sender, recipient] = topics;
  const last = wordAt(data, 0);
  if (topic !== CONSECUTIVE || !first || !sender || !recipient || last === undefined) return [];
  const [from, to, start] = [getAddress(sender), getAddress(recipient), BigInt(first)];
  const count = last < start ? 0n : last - start + 1n;
  const length = count < BigInt(room) ? Number(count) : room;
  return Array.from({ length }, (_, i) => ({ kind: 'erc721', from, to, id: start + BigInt(i) }));
}

/** Empty if malformed. */
function getBatch(data: Hex): { id: bigint; value: bigint }[] {
  const [ids, values] = [arrayAt(data, 0), arrayAt(data, 1)];
  if (!ids || !values || ids.length !== values.length) return [];
  return ids.map((id, i) => ({ id, value: values[i] ?? 0n }));
}

/** Checks the length before reading, so the data bounds the work. */
function arrayAt(data: Hex, index: number): bigint[] | undefined {
  const size = (data.length - 2) / 2;
  const offset = wordAt(data, index);
  if (offset === undefined || offset + 32n > BigInt(size)) return undefined;
  const start = Number(offset);
  const length = numberAt(data, start);
  if (length === undefined || length > BigInt(Math.floor((size - start) / 32) - 1)) return undefined;
  return Array.from({ length: Number(length) }, (_, i) => numberAt(data, start + 32 * (i + 1)) ?? 0n);
}

const wordAt = (data: Hex, index: number): bigint | undefined => numberAt(data, index * 32);
const numberAt = (data: Hex, byte: number): bigint | undefined => {
  const word = hexAt(data, byte);
  return word === undefined ? undefined : BigInt(word);
};
const hexAt = (data: Hex, byte: number): Hex | undefined => {
  const digits = data.slice(2 + byte * 2, 2 + byte * 2 + WORD_DIGITS);
  return digits.length === WORD_DIGITS ? `0x${digits}` : undefined;
};
const getAddress = (word: Hex): string => `0x${word.slice(26).toLowerCase()}`;
