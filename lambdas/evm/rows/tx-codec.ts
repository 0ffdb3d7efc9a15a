import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ByteReader, ByteWriter } from '../../core/table/bytes';
import type { BlockRow, TransactionRow } from '../domain/derive';
import type { TransferRow } from '../domain/transfers';
import { encodeRow, readExtras, readRow, writeExtras } from './codec';
import { encodeTransfer, type Owner, readTransfer } from './transfer-codec';

const TX = { maxFee: 2, maxPriorityFee: 4, cumulativeGas: 8 } as const;
/** In the order of their values. */
const OPTIONAL = ['maxFee', 'maxPriorityFee', 'cumulativeGas'] as const;
const FORM = { plain: 0, deflated: 1, compact: 2 } as const;
/** ABI call data: a selector and words. */
const CALL = /^0x(?:[0-9a-f]{8}(?:[0-9a-f]{64})*)?$/;
/** Longer calls are deflated, which can save write units. */
const MAX_COMPACT_WORDS = 8;
const [SELECTOR_DIGITS, WORD_DIGITS] = [8, 64];

/** Short calls omit repeats and leading zeros: as small as deflate, in a tenth of the time. */
export function encodeTx(row: TransactionRow, transfers: readonly TransferRow[], block: BlockRow): Uint8Array {
  const isCompact = row.input.length <= 2 + SELECTOR_DIGITS + MAX_COMPACT_WORDS * WORD_DIGITS && CALL.test(row.input);
  if (isCompact) {
    const out = writeHead(new ByteWriter().byte(FORM.compact), row, block).varint(transfers.length);
    for (const transfer of transfers) {
      const token = transfer.token === row.to ? row.to : undefined;
      out.byte(token === undefined ? 0 : 1).append(encodeTransfer(transfer, ownerOf(row, token)));
    }
    return writeCall(out, row.input).done();
  }
  const out = writeHead(new ByteWriter(), row, block).varint(transfers.length);
  for (const transfer of transfers) out.append(encodeTransfer(transfer));
  const plain = out.hex(row.input).done();
  const packed = deflateRawSync(plain);
  const deflated = packed.length < plain.length;
  return new ByteWriter()
    .byte(deflated ? FORM.deflated : FORM.plain)
    .append(deflated ? packed : plain)
    .done();
}

function writeHead(to: ByteWriter, row: TransactionRow, block: BlockRow): ByteWriter {
  const out = writeExtras(to, block).varint(block.number).big(block.baseFee);
  out.byte(OPTIONAL.reduce((flags, name) => flags | (row[name] === undefined ? 0 : TX[name]), 0));
  for (const name of OPTIONAL) if (row[name] !== undefined) out.big(row[name]);
  return out.append(encodeRow(row));
}

const ownerOf = ({ from }: Pick<TransactionRow, 'from'>, token: string | undefined): Owner => ({
  self: from,
  ...(token === undefined ? {} : { token }),
});

/** Without leading zeros; the selector is in the row. */
function writeCall(out: ByteWriter, input: string): ByteWriter {
  for (let at = 2 + SELECTOR_DIGITS; at < input.length; at += WORD_DIGITS) {
    let zeros = 0;
    while (zeros < WORD_DIGITS && input.charCodeAt(at + zeros) === ZERO_DIGIT) zeros += 1;
    const bytes = (WORD_DIGITS - zeros + 1) >> 1;
    out.byte(bytes).hex(`0x${input.slice(at + WORD_DIGITS - bytes * 2, at + WORD_DIGITS)}`);
  }
  return out;
}
const ZERO_DIGIT = '0'.charCodeAt(0);

function readCall(from: ByteReader, selector: string): string {
  let input = selector;
  while (!from.ended) input += from.hex(from.byte()).slice(2).padStart(WORD_DIGITS, '0');
  return input;
}

/** Expects the joined parts. */
export function decodeTx(bytes: Uint8Array) {
  const body = bytes.subarray(1);
  const isCompact = bytes[0] === FORM.compact;
  const from = new ByteReader(bytes[0] === FORM.deflated ? inflateRawSync(body) : body);
  const { extras } = readExtras(from);
  const number = from.varint();
  const baseFee = from.big();
  const flags = from.byte();
  const optional = Object.fromEntries(OPTIONAL.flatMap((name) => (flags & TX[name] ? [[name, from.big()]] : [])));
  const row = readRow(from);
  const readOne = () => readTransfer(from, row.index, isCompact ? ownerOf(row, from.byte() ? row.to : undefined) : {});
  const transfers = Array.from({ length: from.varint() }, readOne);
  const transaction: TransactionRow = {
    ...row,
    input: isCompact ? readCall(from, row.input) : from.rest(),
    ...optional,
  };
  return { extras, number, baseFee, transaction, transfers };
}

/** `by`: the creating contract, if the deployer's transaction called one. */
export interface Deployed {
  readonly txHash: string;
  readonly deployer: string;
  readonly by?: string;
}

export const encodeDeployment = ({ txHash, deployer, by }: Deployed): Uint8Array =>
  new ByteWriter()
    .hex(txHash)
    .hex(deployer)
    .hex(by ?? '0x')
    .done();

export function decodeDeployment(bytes: Uint8Array): Deployed {
  const from = new ByteReader(bytes);
  const [txHash, deployer] = [from.hex(32), from.hex(20)];
  return { txHash, deployer, ...(from.ended ? {} : { by: from.hex(20) }) };
}
