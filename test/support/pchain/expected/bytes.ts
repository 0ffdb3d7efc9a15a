import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { addressText } from '../address';
import { cb58OfBytes } from '../cb58';

/** Integers are big-endian. */
export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(digits: string) {
    this.#bytes = Buffer.from(digits.replace(/^0x/, ''), 'hex');
  }

  take(length: number): string {
    if (this.#offset + length > this.#bytes.length) throw new Error(`no ${length} bytes at ${this.#offset}`);
    this.#offset += length;
    return this.#bytes.subarray(this.#offset - length, this.#offset).toString('hex');
  }

  u16 = (): number => Number.parseInt(this.take(2), 16);
  u32 = (): number => Number.parseInt(this.take(4), 16);
  u64 = (): bigint => BigInt(`0x${this.take(8)}`);
  /** Length-prefixed bytes. */
  sized = (): string => this.take(this.u32());
}

const sha256 = (digits: string): string => createHash('sha256').update(digits, 'hex').digest('hex');

export const cb58 = (digits: string): string => cb58OfBytes(`0x${digits}`);

/** Without the checksum of four bytes. */
export function toDigits(id: string): string {
  const digits = Buffer.from(base58.decode(id)).toString('hex').slice(0, -8);
  if (cb58(digits) !== id) throw new Error(`${id} is no id`);
  return digits;
}

export const nodeIdText = (digits: string): string => `NodeID-${cb58(digits.replace(/^0x/, ''))}`;

/** Without the node's `P-`. */
export const toBech32 = (digits: string, hrp: string): string => addressText(`0x${digits}`, hrp).slice(2);

export const withoutChain = (address: string): string => address.replace(/^[A-Z]-/, '');

export const toUtxoId = (txId: string, outputIndex: number): string =>
  cb58(sha256(outputIndex.toString(16).padStart(16, '0') + toDigits(txId)));

/** For an L1's initial validators, listed in its conversion. */
export const convertedValidationId = (subnetId: string, place: number): string =>
  cb58(sha256(toDigits(subnetId) + place.toString(16).padStart(8, '0')));

export const registeredValidationId = (message: string): string => cb58(sha256(message));
