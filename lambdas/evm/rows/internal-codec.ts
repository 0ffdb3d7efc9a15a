import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from '../../core/table/bytes';
import type { InternalTransaction } from '../domain/internal-transactions';

/** Indexed by position: the index is part of every row. */
const TYPES: readonly InternalTransaction['type'][] = [
  'UNKNOWN',
  'CALL',
  'CREATE',
  'CREATE2',
  'CALLCODE',
  'DELEGATECALL',
  'STATICCALL',
];
const FLAG = { type: 7, created: 8, fromSelf: 16, toSelf: 32 } as const;

/**
 * The bytes of an internal transaction, without its transaction. `self`: the address that the list belongs to; its 20
 * bytes are left out.
 */
export function encodeInternalTx(internalTx: InternalTransaction, self?: string): Uint8Array {
  const [fromSelf, toSelf] = [internalTx.from === self, internalTx.to === self];
  const out = new ByteWriter()
    .byte(
      TYPES.indexOf(internalTx.type) |
        (internalTx.created === undefined ? 0 : FLAG.created) |
        (fromSelf ? FLAG.fromSelf : 0) |
        (toSelf ? FLAG.toSelf : 0),
    )
    .varint(internalTx.row);
  for (const value of [internalTx.value, internalTx.gasUsed, internalTx.gasLimit]) out.big(value);
  if (!fromSelf) out.hex(internalTx.from);
  if (!toSelf) out.hex(internalTx.to);
  return out.done();
}

/** Decodes what `encodeInternalTx` wrote; `tx` from the row's head, `self` as given when encoding. */
export function readInternalTx(from: ByteReader, tx: number, self?: string): InternalTransaction {
  const flags = from.byte();
  const type = TYPES[flags & FLAG.type];
  if (!type) throw new Error('unknown type of internal transaction');
  const row = from.varint();
  const [value, gasUsed, gasLimit] = [from.big(), from.big(), from.big()];
  const party = (isSelf: number) => (flags & isSelf && self ? self : from.hex(20));
  const sender = party(FLAG.fromSelf);
  const to = party(FLAG.toSelf);
  const created = flags & FLAG.created ? { created: to } : {};
  return { tx, row, type, from: sender, to, value, gasUsed, gasLimit, ...created };
}

/** All internal transactions of one transaction, deflated: they repeat the same few addresses. */
export function encodeInternalTxs(tx: number, internalTxs: readonly InternalTransaction[]): Uint8Array {
  const out = new ByteWriter().varint(tx).varint(internalTxs.length);
  for (const internalTx of internalTxs) out.append(encodeInternalTx(internalTx));
  return deflateRawSync(out.done());
}

/** Decodes what `encodeInternalTxs` wrote, its parts joined. */
export function decodeInternalTxs(bytes: Uint8Array): InternalTransaction[] {
  const from = new ByteReader(inflateRawSync(bytes));
  const tx = from.varint();
  return Array.from({ length: from.varint() }, () => readInternalTx(from, tx));
}
