import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from '../../core/table/bytes';
import type { InternalTransaction } from '../domain/internal-transactions';

/** Stored by index: append only. */
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

/** Without `tx`. `self`: owner of the list; its 20 bytes are omitted. */
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

export function readInternalTx(from: ByteReader, tx: number, self?: string): InternalTransaction {
  const flags = from.byte();
  const type = TYPES[flags & FLAG.type];
  if (!type) throw new Error('unknown internal transaction type');
  const row = from.varint();
  const [value, gasUsed, gasLimit] = [from.big(), from.big(), from.big()];
  const party = (isSelf: number) => (flags & isSelf && self ? self : from.hex(20));
  const sender = party(FLAG.fromSelf);
  const to = party(FLAG.toSelf);
  const created = flags & FLAG.created ? { created: to } : {};
  return { tx, row, type, from: sender, to, value, gasUsed, gasLimit, ...created };
}

/** Deflated, as they repeat the same few addresses. */
export function encodeInternalTxs(tx: number, internalTxs: readonly InternalTransaction[]): Uint8Array {
  const out = new ByteWriter().varint(tx).varint(internalTxs.length);
  for (const internalTx of internalTxs) out.append(encodeInternalTx(internalTx));
  return deflateRawSync(out.done());
}

export function decodeInternalTxs(bytes: Uint8Array): InternalTransaction[] {
  const from = new ByteReader(inflateRawSync(bytes));
  const tx = from.varint();
  return Array.from({ length: from.varint() }, () => readInternalTx(from, tx));
}
