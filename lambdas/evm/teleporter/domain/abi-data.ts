import type { Hex } from '../../domain/rpc';

const WORD = 32;

/** Elements of a dynamic value, all within the data. */
interface Elements {
  readonly start: number;
  readonly count: number;
}

/**
 * Reads ABI-encoded log data, where a dynamic value is an offset in the head that points to its length. Positions are
 * in bytes. Contracts can log anything: offsets that leave the data yield undefined, and lengths are checked before
 * reading, so the work is bounded by the data. Padding is not validated, as in other clients.
 */
export class AbiData {
  private readonly digits: string;
  private readonly size: number;

  /** `data`: whole bytes, with 0x. */
  constructor(data: Hex) {
    this.digits = data.slice(2).toLowerCase();
    this.size = this.digits.length / 2;
  }

  /** Whether `bytes` bytes follow a position. The other readers assume it. */
  holds(position: number, bytes: number): boolean {
    return position + bytes <= this.size;
  }

  hex(position: number, bytes: number): Hex {
    return `0x${this.digits.slice(position * 2, (position + bytes) * 2)}`;
  }

  decimal(position: number): string {
    return this.number(position).toString();
  }

  /** The address in a word, in lower case: its last 20 bytes. Ignores the rest. */
  address(position: number): string {
    return this.hex(position + 12, 20);
  }

  /** Target of the offset in a word, relative to `base`. May be beyond the data; undefined if there is no word. */
  target(position: number, base: number): number | undefined {
    return this.holds(position, WORD) ? base + Number(this.number(position)) : undefined;
  }

  /** The array or bytes at the offset in a word; undefined if the data ends too early. */
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
