export class MalformedBytes extends Error {
  override readonly name = 'MalformedBytes';
}

export class HexReader {
  #position = 0;

  constructor(readonly digits: string) {}

  get left(): number {
    return this.digits.length / 2 - this.#position;
  }

  get position(): number {
    return this.#position;
  }

  /** Hex without 0x. Throws MalformedBytes if fewer bytes are left. */
  take(bytes: number): string {
    if (bytes > this.left) throw new MalformedBytes(`${bytes} bytes expected at ${this.#position}, ${this.left} left`);
    const start = this.#position * 2;
    this.#position += bytes;
    return this.digits.slice(start, start + bytes * 2);
  }

  /** Big-endian, at most 6 bytes, to stay below 2^53. */
  integer(bytes: number): number {
    return Number.parseInt(this.take(bytes), 16);
  }

  since(position: number): string {
    return this.digits.slice(position * 2, this.#position * 2);
  }
}
