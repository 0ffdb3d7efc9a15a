import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Frame } from '../../domain/evm/frames';
import { ByteReader, ByteWriter } from '../bytes';

/** By their place: it is part of every row. */
const TYPES: readonly Frame['type'][] = [
  'UNKNOWN',
  'CALL',
  'CREATE',
  'CREATE2',
  'CALLCODE',
  'DELEGATECALL',
  'STATICCALL',
];
const FLAG = { type: 7, created: 8, fromSelf: 16, toSelf: 32 } as const;

/** An internal transaction, without its transaction. `self`: the address whose list it is; its 20 bytes are left out. */
export function encodeFrame(frame: Frame, self?: string): Uint8Array {
  const [fromSelf, toSelf] = [frame.from === self, frame.to === self];
  const out = new ByteWriter()
    .byte(
      TYPES.indexOf(frame.type) |
        (frame.created === undefined ? 0 : FLAG.created) |
        (fromSelf ? FLAG.fromSelf : 0) |
        (toSelf ? FLAG.toSelf : 0),
    )
    .varint(frame.row);
  for (const value of [frame.value, frame.gasUsed, frame.gasLimit]) out.big(value);
  if (!fromSelf) out.hex(frame.from);
  if (!toSelf) out.hex(frame.to);
  return out.done();
}

/** What `encodeFrame` wrote; `tx` as its head says, `self` as it was given. */
export function readFrame(from: ByteReader, tx: number, self?: string): Frame {
  const flags = from.byte();
  const type = TYPES[flags & FLAG.type];
  if (!type) throw new Error('an internal transaction is of no known type');
  const row = from.varint();
  const [value, gasUsed, gasLimit] = [from.big(), from.big(), from.big()];
  const party = (isSelf: number) => (flags & isSelf && self ? self : from.hex(20));
  const sender = party(FLAG.fromSelf);
  const to = party(FLAG.toSelf);
  const created = flags & FLAG.created ? { created: to } : {};
  return { tx, row, type, from: sender, to, value, gasUsed, gasLimit, ...created };
}

/** All internal transactions of one transaction, deflated: they repeat the same few addresses. */
export function encodeTxFrames(tx: number, frames: readonly Frame[]): Uint8Array {
  const out = new ByteWriter().varint(tx).varint(frames.length);
  for (const frame of frames) out.append(encodeFrame(frame));
  return deflateRawSync(out.done());
}

/** What `encodeTxFrames` wrote, its parts joined. */
export function decodeTxFrames(bytes: Uint8Array): Frame[] {
  const from = new ByteReader(inflateRawSync(bytes));
  const tx = from.varint();
  return Array.from({ length: from.varint() }, () => readFrame(from, tx));
}
