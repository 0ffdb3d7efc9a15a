import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { addressText } from '../address';
import { cb58OfBytes } from '../cb58';

/** Reads bytes from their beginning. Integers are big-endian. */
export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  /** Takes digits, with or without 0x. */
  constructor(digits: string) {
    this.#bytes = Buffer.from(digits.replace(/^0x/, ''), 'hex');
  }

  /** The next bytes as digits. */
  take(length: number): string {
    if (this.#offset + length > this.#bytes.length) throw new Error(`no ${length} bytes at ${this.#offset}`);
    this.#offset += length;
    return this.#bytes.subarray(this.#offset - length, this.#offset).toString('hex');
  }

  u16 = (): number => Number.parseInt(this.take(2), 16);
  u32 = (): number => Number.parseInt(this.take(4), 16);
  u64 = (): bigint => BigInt(`0x${this.take(8)}`);
  /** Bytes behind their own length. */
  sized = (): string => this.take(this.u32());
}

/** SHA-256 of digits, as digits. */
const sha256 = (digits: string): string => createHash('sha256').update(digits, 'hex').digest('hex');

/** An id in cb58, of its digits. */
export const cb58 = (digits: string): string => cb58OfBytes(`0x${digits}`);

/** The digits of an id in cb58: without the checksum of four bytes at its end. */
export function toDigits(id: string): string {
  const digits = Buffer.from(base58.decode(id)).toString('hex').slice(0, -8);
  if (cb58(digits) !== id) throw new Error(`${id} is no id`);
  return digits;
}

/** A node id of 20 bytes as text. */
export const nodeIdText = (digits: string): string => `NodeID-${cb58(digits.replace(/^0x/, ''))}`;

/** An address of 20 bytes as this API writes it: without the `P-` of the node. */
export const toBech32 = (digits: string, hrp: string): string => addressText(`0x${digits}`, hrp).slice(2);

/** An address as this API writes it, of the node's. */
export const withoutChain = (address: string): string => address.replace(/^[A-Z]-/, '');

/** The id of an output: its place and its transaction, hashed. */
export const toUtxoId = (txId: string, outputIndex: number): string =>
  cb58(sha256(outputIndex.toString(16).padStart(16, '0') + toDigits(txId)));

/** The id of the validation of an L1's validator that was there at the conversion. */
export const convertedValidationId = (subnetId: string, place: number): string =>
  cb58(sha256(toDigits(subnetId) + place.toString(16).padStart(8, '0')));

/** The id of the validation that a message registers. */
export const registeredValidationId = (message: string): string => cb58(sha256(message));
