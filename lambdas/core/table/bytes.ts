/** Integers are LEB128 varints; bigints are a length byte and their big-endian bytes. */
export class ByteWriter {
  private bytes = Buffer.allocUnsafe(256);
  private length = 0;

  byte(value: number): this {
    this.room(1);
    this.bytes[this.length++] = value;
    return this;
  }

  varint(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a non-negative safe integer: ${value}`);
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    return this.byte(rest);
  }

  /** At most 255 bytes: a 2,040-bit number. */
  big(value: bigint): this {
    const text = value === 0n ? '' : value.toString(16);
    const size = (text.length + 1) >> 1;
    return this.byte(size).hex(`0x${text.padStart(size * 2, '0')}`);
  }

  /** 0x hex without a length prefix. Throws if the text is not hexadecimal. */
  hex(text: string): this {
    const size = (text.length - 2) >> 1;
    this.room(size);
    // `write` stops at the first invalid digit: the rest would be uninitialised memory.
    if (this.bytes.write(text.slice(2), this.length, size, 'hex') !== size) throw new Error(`not hexadecimal: ${text}`);
    this.length += size;
    return this;
  }

  append(other: Uint8Array): this {
    this.room(other.length);
    this.bytes.set(other, this.length);
    this.length += other.length;
    return this;
  }

  done(): Uint8Array {
    const copy = new Uint8Array(this.length);
    this.bytes.copy(copy, 0, 0, this.length);
    return copy;
  }

  private room(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + size));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/** Throws if the bytes end too early: the item is corrupt or not ours. */
export class ByteReader {
  private readonly bytes: Buffer;
  private position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get ended(): boolean {
    return this.position >= this.bytes.length;
  }

  byte(): number {
    const value = this.bytes[this.position++];
    if (value === undefined) throw new Error('item truncated: its bytes end too early');
    return value;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  big(): bigint {
    const size = this.byte();
    return size === 0 ? 0n : BigInt(this.hex(size));
  }

  rest(): string {
    return this.hex(this.bytes.length - this.position);
  }

  hex(size: number): string {
    if (this.position + size > this.bytes.length) throw new Error('item truncated: its bytes end too early');
    const text = this.bytes.toString('hex', this.position, this.position + size);
    this.position += size;
    return `0x${text}`;
  }
}
