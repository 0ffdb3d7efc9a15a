import { HexReader, MalformedBytes } from './hex-reader';

// The linear codec of avalanchego: big-endian, lists prefixed with a u32 length, interface values
// with a u32 type ID. Writing back a value that was read reproduces the same bytes.

/** Bytes are lower-case hex without 0x. */
export interface Codec<T> {
  /** Throws MalformedBytes. */
  read(from: HexReader): T;
  write(value: T): string;
}

export type Of<C> = C extends Codec<infer T> ? T : never;

const toDigits = (value: number | bigint, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');

const unsigned = (bytes: 1 | 2 | 4): Codec<number> => ({
  read: (from) => from.integer(bytes),
  write: (value) => toDigits(value, bytes),
});
export const u8 = unsigned(1);
export const u16 = unsigned(2);
export const u32 = unsigned(4);
export const u64: Codec<bigint> = {
  read: (from) => BigInt(`0x${from.take(8)}`),
  write: (value) => toDigits(value, 8),
};
/** A height or a block time. Throws MalformedBytes above 2^53. */
export const safeU64: Codec<number> = {
  read(from) {
    const value = Number(u64.read(from));
    if (!Number.isSafeInteger(value)) throw new MalformedBytes(`integer ${value} is too large`);
    return value;
  },
  write: (value) => toDigits(value, 8),
};

export const fixed = (bytes: number): Codec<string> => ({
  read: (from) => `0x${from.take(bytes)}`,
  write: (value) => value.slice(2),
});
/** Prefixed with a u32 length; 0x-prefixed hex. */
export const bytes: Codec<string> = {
  read: (from) => `0x${from.take(from.integer(4))}`,
  write: (value) => toDigits(value.length / 2 - 1, 4) + value.slice(2),
};
/** Prefixed with a u16 length. One character per byte (Latin-1), so that any bytes round-trip. */
export const text: Codec<string> = {
  read(from) {
    const digits = from.take(from.integer(2));
    return digits.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  },
  write: (value) => toDigits(value.length, 2) + Array.from(value, (char) => toDigits(char.charCodeAt(0), 1)).join(''),
};

/** Elements are never empty, so an impossible length is rejected up front. */
export const list = <T>(element: Codec<T>): Codec<readonly T[]> => ({
  read(from) {
    const length = from.integer(4);
    if (length > from.left) throw new MalformedBytes(`list of ${length} elements in ${from.left} bytes`);
    return Array.from({ length }, () => element.read(from));
  },
  write: (values) => toDigits(values.length, 4) + values.map((value) => element.write(value)).join(''),
});

type Fields = Readonly<Record<string, Codec<unknown>>>;
type Struct<F extends Fields> = { readonly [K in keyof F]: Of<F[K]> };

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

export function variants<V extends Variants>(types: V): Codec<Variant<V>> {
  const byName = new Map(Object.entries(types).map(([name, [id, fields]]) => [name, { id, codec: struct(fields) }]));
  const byId = new Map([...byName].map(([name, { id, codec }]) => [id, { name, codec }]));
  return {
    read(from) {
      const id = from.integer(4);
      const found = byId.get(id);
      if (!found) throw new MalformedBytes(`unknown type ${id} at byte ${from.position - 4}`);
      return { type: found.name, ...found.codec.read(from) } as Variant<V>;
    },
    write(value) {
      const known = byName.get(String(value.type));
      if (!known) throw new MalformedBytes(`unknown type ${String(value.type)}`);
      return toDigits(known.id, 4) + known.codec.write(value);
    },
  };
}

export const withBytes = <T>(codec: Codec<T>): Codec<{ readonly value: T; readonly bytes: string }> => ({
  read(from) {
    const start = from.position;
    const value = codec.read(from);
    return { value, bytes: from.since(start) };
  },
  write: ({ value }) => codec.write(value),
});

/** `digits`: hex without 0x. Throws MalformedBytes, also for trailing bytes. */
export function readWhole<T>(codec: Codec<T>, digits: string): T {
  const from = new HexReader(digits);
  const value = codec.read(from);
  if (from.left > 0) throw new MalformedBytes(`${from.left} trailing bytes`);
  return value;
}
