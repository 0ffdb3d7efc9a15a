import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { BlockRow, TransactionRow } from '../../domain/evm/derive';
import type { TransferRow } from '../../domain/evm/transfers';
import { ByteReader, ByteWriter } from '../bytes';
import { encodeRow, readExtras, readRow, writeExtras } from './codec';
import { encodeTransfer, readTransfer } from './transfer-codec';

const TX = { deflated: 1, maxFee: 2, maxPriorityFee: 4 } as const;

/** The bytes of a whole transaction with its transfers and the fields of its block; deflated if that is shorter. */
export function encodeTx(row: TransactionRow, transfers: readonly TransferRow[], block: BlockRow): Uint8Array {
  const out = writeExtras(new ByteWriter(), block).varint(block.number).big(block.baseFee);
  out.byte((row.maxFee === undefined ? 0 : TX.maxFee) | (row.maxPriorityFee === undefined ? 0 : TX.maxPriorityFee));
  if (row.maxFee !== undefined) out.big(row.maxFee);
  if (row.maxPriorityFee !== undefined) out.big(row.maxPriorityFee);
  out.append(encodeRow(row)).varint(transfers.length);
  for (const transfer of transfers) out.append(encodeTransfer(transfer));
  const plain = out.hex(row.input).done();
  const packed = deflateRawSync(plain);
  const deflated = packed.length < plain.length;
  return new ByteWriter()
    .byte(deflated ? TX.deflated : 0)
    .append(deflated ? packed : plain)
    .done();
}

/** Decodes what `encodeTx` wrote, its parts joined. */
export function decodeTx(bytes: Uint8Array) {
  const body = bytes.subarray(1);
  const from = new ByteReader((bytes[0] ?? 0) & TX.deflated ? inflateRawSync(body) : body);
  const { extras } = readExtras(from);
  const number = from.varint();
  const baseFee = from.big();
  const flags = from.byte();
  const maxFee = flags & TX.maxFee ? from.big() : undefined;
  const maxPriorityFee = flags & TX.maxPriorityFee ? from.big() : undefined;
  const row = readRow(from);
  const transfers = Array.from({ length: from.varint() }, () => readTransfer(from, row.index));
  const transaction: TransactionRow = {
    ...row,
    input: from.rest(),
    ...(maxFee === undefined ? {} : { maxFee }),
    ...(maxPriorityFee === undefined ? {} : { maxPriorityFee }),
  };
  return { extras, number, baseFee, transaction, transfers };
}

/**
 * Who created a contract, and in which transaction. `by`: the contract that did so, within the deployer's transaction.
 */
export interface Deployed {
  readonly txHash: string;
  readonly deployer: string;
  readonly by?: string;
}

/** The bytes of a deployment. */
export const encodeDeployment = ({ txHash, deployer, by }: Deployed): Uint8Array =>
  new ByteWriter()
    .hex(txHash)
    .hex(deployer)
    .hex(by ?? '0x')
    .done();

/** Decodes what `encodeDeployment` wrote. */
export function decodeDeployment(bytes: Uint8Array): Deployed {
  const from = new ByteReader(bytes);
  const [txHash, deployer] = [from.hex(32), from.hex(20)];
  return { txHash, deployer, ...(from.ended ? {} : { by: from.hex(20) }) };
}
