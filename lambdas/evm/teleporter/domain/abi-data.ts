import type { Hex } from '../../domain/rpc';

/** Bytes of a word, the unit of the contract ABI. */
const WORD = 32;

/** Elements of a dynamic value that are all within the data. */
interface Elements {
  /** Position of the first. */
  readonly start: number;
  readonly count: number;
}

/**
 * The data of a log in Solidity's contract ABI, where a dynamic value is an offset in the head and a length where that
 * leads. Positions are in bytes. Contracts may log anything: what leads out of the data is undefined, and a length is
 * checked before anything is read, so that the work is bounded by the data. Padding is not checked, as clients do not.
 */
export class AbiData {
  private readonly digits: string;
  private readonly size: number;

  /** `data`: whole bytes, with 0x. */
  constructor(data: Hex) {
    this.digits = data.slice(2).toLowerCase();
    this.size = this.digits.length / 2;
  }

  /** Whether this many bytes follow a position. The readers below expect that they do. */
  holds(position: number, bytes: number): boolean {
    return position + bytes <= this.size;
  }

  /** Bytes as lower-case text with 0x. */
  hex(position: number, bytes: number): Hex {
    return `0x${this.digits.slice(position * 2, (position + bytes) * 2)}`;
  }

  /** A word as a number, in decimal digits. */
  decimal(position: number): string {
    return this.number(position).toString();
  }

  /** The address in a word, in lower case: the last 20 bytes, whatever stands before. */
  address(position: number): string {
    return this.hex(position + 12, 20);
  }

  /** Where the offset in a word leads, counted from `base`: perhaps beyond the data. Undefined if there is no word. */
  target(position: number, base: number): number | undefined {
    return this.holds(position, WORD) ? base + Number(this.number(position)) : undefined;
  }

  /** The array, or the bytes, that the offset in a word leads to; undefined if the data ends before their end. */
  elements(position: number, base: number, elementBytes: number): Elements | undefined {
    const at = this.target(position, base);
    if (at === undefined || !this.holds(at, WORD)) return undefined;
    const start = at + WORD;
    const count = this.number(at);
    return count > BigInt(Math.floor((this.size - start) / elementBytes)) ? undefined : { start, count: Number(count) };
  }

  private number(position: number): bigint {
    return BigInt(this.hex(position, WORD));
  }
}
