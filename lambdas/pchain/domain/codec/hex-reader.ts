/** Too few or trailing bytes, or an unknown type. */
export class MalformedBytes extends Error {
  override readonly name = 'MalformedBytes';
}

/** Sequential reader. Positions and lengths are in bytes. */
export class HexReader {
  #position = 0;

  /** `digits`: lower-case hex without 0x, two per byte. */
  constructor(readonly digits: string) {}

  /** Bytes left to read. */
  get left(): number {
    return this.digits.length / 2 - this.#position;
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#position;
  }

  /** The next bytes as hex without 0x. Throws MalformedBytes if fewer are left. */
  take(bytes: number): string {
    if (bytes > this.left) throw new MalformedBytes(`${bytes} bytes expected at ${this.#position}, ${this.left} left`);
    const start = this.#position * 2;
    this.#position += bytes;
    return this.digits.slice(start, start + bytes * 2);
  }

  /** A big-endian unsigned integer of at most 6 bytes, to stay below 2^53. */
  integer(bytes: number): number {
    return Number.parseInt(this.take(bytes), 16);
  }

  /** The hex digits between an earlier position and the current one. */
  since(position: number): string {
    return this.digits.slice(position * 2, this.#position * 2);
  }
}
