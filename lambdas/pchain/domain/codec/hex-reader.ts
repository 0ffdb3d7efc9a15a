/** Bytes that are not what they should be: too few, too many, or of a type that is not known here. */
export class MalformedBytes extends Error {
  override readonly name = 'MalformedBytes';
}

/** Reads hexadecimal digits from the front. Positions and lengths are in bytes. */
export class HexReader {
  #position = 0;

  /** `digits`: lower case, without 0x, two for each byte. */
  constructor(readonly digits: string) {}

  /** The bytes that are left. */
  get left(): number {
    return this.digits.length / 2 - this.#position;
  }

  /** The bytes that are read. */
  get position(): number {
    return this.#position;
  }

  /** The next bytes as digits without 0x. Throws MalformedBytes if fewer are left. */
  take(bytes: number): string {
    if (bytes > this.left) throw new MalformedBytes(`${bytes} bytes expected at ${this.#position}, ${this.left} left`);
    const start = this.#position * 2;
    this.#position += bytes;
    return this.digits.slice(start, start + bytes * 2);
  }

  /** An unsigned integer of at most 6 bytes, big-endian. */
  integer(bytes: number): number {
    return Number.parseInt(this.take(bytes), 16);
  }

  /** The digits from a position to where it reads now. */
  since(position: number): string {
    return this.digits.slice(position * 2, this.#position * 2);
  }
}
