import type { Hex, RpcLog, RpcReceipt } from './rpc';
import { type Wrap, wrapOf } from './wraps';

/** The token standards whose transfers have lists of their own. */
export type TransferKind = 'erc20' | 'erc721' | 'erc1155';

/** One token transfer. Addresses in lower case; amounts in the token's smallest unit. */
export interface TransferRow {
  readonly kind: TransferKind;
  /** Position among the block's transfers, from 0: each entry of an ERC-1155 batch counts. */
  readonly row: number;
  /** Position of its transaction in the block. */
  readonly tx: number;
  /** Position of its log in the block, as the node numbers them. */
  readonly logIndex: number;
  readonly token: string;
  /** The zero address if it is a mint. */
  readonly from: string;
  /** The zero address if it is a burn. */
  readonly to: string;
  /** ERC-721 and ERC-1155. */
  readonly id?: bigint;
  /** ERC-20 and ERC-1155. */
  readonly value?: bigint;
}

/** What the logs of a block say about tokens, each in log order. */
export interface TokenEvents {
  readonly transfers: readonly TransferRow[];
  readonly wraps: readonly Wrap[];
}

/** Sender of mints and receiver of burns. It holds nothing. */
export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';

/** keccak-256 of `Transfer(address,address,uint256)`: ERC-20 with 3 topics, ERC-721 with 4. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Of `TransferSingle(address,address,address,uint256,uint256)` and its batch (EIP-1155). */
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
/** Hexadecimal digits of a word. */
const WORD_DIGITS = 64;

/**
 * The token transfers and wraps of a block. A log with the topic of one but another layout is none: contracts may emit
 * anything.
 */
export function tokenEventsOf(receipts: readonly RpcReceipt[]): TokenEvents {
  const transfers: TransferRow[] = [];
  const wraps: Wrap[] = [];
  for (const [tx, { logs }] of receipts.entries())
    for (const log of logs) {
      const wrap = wrapOf(log);
      if (wrap) wraps.push(wrap);
      const at = { tx, logIndex: Number(log.logIndex), token: log.address.toLowerCase() };
      for (const moved of movedBy(log)) transfers.push({ row: transfers.length, ...at, ...moved });
    }
  return { transfers, wraps };
}

/** The token transfers alone. */
export const transfersOf = (receipts: readonly RpcReceipt[]): readonly TransferRow[] =>
  tokenEventsOf(receipts).transfers;

type Moved = Pick<TransferRow, 'kind' | 'from' | 'to' | 'id' | 'value'>;

function movedBy({ topics, data }: RpcLog): Moved[] {
  const [topic, one, two, three] = topics;
  if (topic === TRANSFER && one && two) {
    const parties = { from: addressOf(one), to: addressOf(two) };
    if (three) return topics.length === 4 ? [{ kind: 'erc721', ...parties, id: BigInt(three) }] : [];
    const value = wordAt(data, 0);
    return value === undefined ? [] : [{ kind: 'erc20', ...parties, value }];
  }
  if ((topic !== SINGLE && topic !== BATCH) || !two || !three) return [];
  const parties = { from: addressOf(two), to: addressOf(three) };
  if (topic === BATCH) return batchOf(data).map((entry) => ({ kind: 'erc1155', ...parties, ...entry }));
  const [id, value] = [wordAt(data, 0), wordAt(data, 1)];
  return id === undefined || value === undefined ? [] : [{ kind: 'erc1155', ...parties, id, value }];
}

/** The entries of a batch: two ABI arrays of equal length. Anything else gives none. */
function batchOf(data: Hex): { id: bigint; value: bigint }[] {
  const [ids, values] = [arrayAt(data, 0), arrayAt(data, 1)];
  if (!ids || !values || ids.length !== values.length) return [];
  return ids.map((id, i) => ({ id, value: values[i] ?? 0n }));
}

/** The array whose offset is the `index`th word of the head. The length is checked before anything is read. */
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
  const digits = data.slice(2 + byte * 2, 2 + byte * 2 + WORD_DIGITS);
  return digits.length === WORD_DIGITS ? BigInt(`0x${digits}`) : undefined;
};
/** The last 20 bytes of a topic. */
const addressOf = (topic: Hex): string => `0x${topic.slice(26).toLowerCase()}`;
