import { HexReader, MalformedBytes } from './hex-reader';

/*
 * The linear codec of avalanchego: big-endian, a u32 before each list, a u32 type id before each value of an interface.
 * Each layout is declared once and both reads and writes. What is read is written as the same bytes.
 */

/** How a value is written. Bytes are hexadecimal digits in lower case, without 0x. */
export interface Codec<T> {
  /** Throws MalformedBytes. */
  read(from: HexReader): T;
  write(value: T): string;
}

/** The type of what a codec reads. */
export type Of<C> = C extends Codec<infer T> ? T : never;

const toDigits = (value: number | bigint, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');

const unsigned = (bytes: 1 | 2 | 4): Codec<number> => ({
  read: (from) => from.integer(bytes),
  write: (value) => toDigits(value, bytes),
});
/** An unsigned integer of 8 bits. */
export const u8 = unsigned(1);
/** An unsigned integer of 16 bits. */
export const u16 = unsigned(2);
/** An unsigned integer of 32 bits. */
export const u32 = unsigned(4);
/** An unsigned integer of 64 bits. */
export const u64: Codec<bigint> = {
  read: (from) => BigInt(`0x${from.take(8)}`),
  write: (value) => toDigits(value, 8),
};
/** An unsigned integer of 64 bits which no chain lets grow beyond 2^53: a height, or the time of a block. */
export const safeU64: Codec<number> = {
  read(from) {
    const value = Number(u64.read(from));
    if (!Number.isSafeInteger(value)) throw new MalformedBytes(`${value} is too large`);
    return value;
  },
  write: (value) => toDigits(value, 8),
};

/** So many bytes, as 0x and digits. */
export const fixed = (bytes: number): Codec<string> => ({
  read: (from) => `0x${from.take(bytes)}`,
  write: (value) => value.slice(2),
});
/** Bytes behind their number, as 0x and digits. */
export const bytes: Codec<string> = {
  read: (from) => `0x${from.take(from.integer(4))}`,
  write: (value) => toDigits(value.length / 2 - 1, 4) + value.slice(2),
};
/** Text behind its length in bytes. One character is one byte, so that any bytes are written as they were read. */
export const text: Codec<string> = {
  read(from) {
    const digits = from.take(from.integer(2));
    return digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  },
  write: (value) => toDigits(value.length, 2) + Array.from(value, (char) => toDigits(char.charCodeAt(0), 1)).join(''),
};

/** A list behind its length. No element is empty, so that a length which cannot be is refused before anything is read. */
export const list = <T>(element: Codec<T>): Codec<readonly T[]> => ({
  read(from) {
    const length = from.integer(4);
    if (length > from.left) throw new MalformedBytes(`a list of ${length} in ${from.left} bytes`);
    return Array.from({ length }, () => element.read(from));
  },
  write: (values) => toDigits(values.length, 4) + values.map((value) => element.write(value)).join(''),
});

type Fields = Readonly<Record<string, Codec<unknown>>>;
type Struct<F extends Fields> = { readonly [K in keyof F]: Of<F[K]> };

/** Values one after the other, by name. */
export const struct = <F extends Fields>(fields: F): Codec<Struct<F>> => ({
  read: (from) =>
    Object.fromEntries(Object.entries(fields).map(([name, codec]) => [name, codec.read(from)])) as Struct<F>,
  write: (value) =>
    Object.entries(fields)
      .map(([name, codec]) => codec.write(value[name]))
      .join(''),
});

type Variants = Readonly<Record<string, readonly [typeId: number, fields: Fields]>>;
type Variant<V extends Variants> = {
  [K in keyof V]: { readonly type: K } & Struct<V[K][1]>;
}[keyof V];

/** One of several types behind its id: the fields of that type, and its name as `type`. */
export function variants<V extends Variants>(types: V): Codec<Variant<V>> {
  const byName = new Map(Object.entries(types).map(([name, [id, fields]]) => [name, { id, codec: struct(fields) }]));
  const byId = new Map([...byName].map(([name, { id, codec }]) => [id, { name, codec }]));
  return {
    read(from) {
      const id = from.integer(4);
      const found = byId.get(id);
      if (!found) throw new MalformedBytes(`type ${id} at ${from.position - 4} is not known`);
      return { type: found.name, ...found.codec.read(from) } as Variant<V>;
    },
    write(value) {
      const known = byName.get(String(value.type));
      if (!known) throw new MalformedBytes(`type ${String(value.type)} is not known`);
      return toDigits(known.id, 4) + known.codec.write(value);
    },
  };
}

/** A value together with its bytes, as digits without 0x. */
export const withBytes = <T>(codec: Codec<T>): Codec<{ readonly value: T; readonly bytes: string }> => ({
  read(from) {
    const start = from.position;
    const value = codec.read(from);
    return { value, bytes: from.since(start) };
  },
  write: ({ value }) => codec.write(value),
});

/** Reads a whole text of digits. Throws MalformedBytes also if bytes are left. */
export function readWhole<T>(codec: Codec<T>, digits: string): T {
  const from = new HexReader(digits);
  const value = codec.read(from);
  if (from.left > 0) throw new MalformedBytes(`${from.left} bytes are left`);
  return value;
}
