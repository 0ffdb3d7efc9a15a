import { ByteReader, ByteWriter } from '../../core/table/bytes';
import type { TransactionRow } from '../domain/derive';
import { type TransferKind, type TransferRow, ZERO_ADDRESS } from '../domain/transfers';
import { type BlockExtras, encodeRow, type ListRow, readExtras, readRow } from './codec';

/** `body`: if no other list of the address has it. */
export interface TransferEntry {
  readonly hash: string;
  readonly body?: ListRow;
  readonly transfer: TransferRow;
}
/** The owner of a list, implied by it and omitted from its rows. */
export interface Owner {
  readonly self?: string;
  readonly token?: string;
}

const KINDS: readonly TransferKind[] = ['erc20', 'erc721', 'erc1155'];
const FLAG = { kind: 3, fromSelf: 4, toSelf: 8, fromZero: 16, toZero: 32 } as const;
/** Later transfers of a transaction follow a "same" mark. */
const HEAD = { same: 0, hash: 1, body: 2 } as const;

export function encodeTransfer(t: TransferRow, { self, token }: Owner = {}): Uint8Array {
  const party = (address: string, isSelf: number, isZero: number) =>
    address === ZERO_ADDRESS ? isZero : address === self ? isSelf : 0;
  const from = party(t.from, FLAG.fromSelf, FLAG.fromZero);
  const to = party(t.to, FLAG.toSelf, FLAG.toZero);
  const out = new ByteWriter()
    .byte(KINDS.indexOf(t.kind) | from | to)
    .varint(t.row)
    .varint(t.logIndex);
  if (token === undefined) out.hex(t.token);
  if (!from) out.hex(t.from);
  if (!to) out.hex(t.to);
  if (t.id !== undefined) out.big(t.id);
  if (t.value !== undefined) out.big(t.value);
  return out.done();
}

/** Pass the `tx` of the head and the same `owner`. */
export function readTransfer(from: ByteReader, tx: number, { self = ZERO_ADDRESS, token }: Owner = {}): TransferRow {
  const flags = from.byte();
  const kind = KINDS[flags & FLAG.kind];
  if (!kind) throw new Error('unknown transfer kind');
  const [row, logIndex] = [from.varint(), from.varint()];
  const of = token ?? from.hex(20);
  const party = (isSelf: number, isZero: number) =>
    flags & isZero ? ZERO_ADDRESS : flags & isSelf ? self : from.hex(20);
  const sender = party(FLAG.fromSelf, FLAG.fromZero);
  const to = party(FLAG.toSelf, FLAG.toZero);
  const id = kind === 'erc20' ? {} : { id: from.big() };
  const value = kind === 'erc721' ? {} : { value: from.big() };
  return { kind, row, tx, logIndex, token: of, from: sender, to, ...id, ...value };
}

export const encodeHead = (transaction: TransactionRow, body: boolean): Uint8Array =>
  body
    ? new ByteWriter().byte(HEAD.body).append(encodeRow(transaction)).done()
    : new ByteWriter().byte(HEAD.hash).varint(transaction.index).hex(transaction.hash).done();
export const SAME_HEAD = new Uint8Array([HEAD.same]);

export function decodeTransfers(bytes: Uint8Array, owner: Owner): { extras: BlockExtras; rows: TransferEntry[] } {
  const { extras, rows } = decodeHeaded(bytes, (from, tx) => readTransfer(from, tx, owner));
  return { extras, rows: rows.map(({ row, ...head }) => ({ ...head, transfer: row })) };
}

interface Headed<T> extends Omit<TransferEntry, 'transfer'> {
  readonly row: T;
}

export function decodeHeaded<T>(
  bytes: Uint8Array,
  read: (from: ByteReader, tx: number) => T,
): { extras: BlockExtras; rows: Headed<T>[] } {
  const from = new ByteReader(bytes);
  const { extras } = readExtras(from);
  const rows: Headed<T>[] = [];
  let [tx, head]: [number, Omit<TransferEntry, 'transfer'>] = [0, { hash: '' }];
  while (!from.ended) {
    const kind = from.byte();
    if (kind === HEAD.hash) [tx, head] = [from.varint(), { hash: from.hex(32) }];
    if (kind === HEAD.body) {
      const body = readRow(from);
      [tx, head] = [body.index, { hash: body.hash, body }];
    }
    rows.push({ ...head, row: read(from, tx) });
  }
  return { extras, rows };
}
