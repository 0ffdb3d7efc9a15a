/*
 * JSON has no large integers, maps, sets or infinity: the first three are objects with one field that says what they are,
 * and infinity is none. No other object of ours has fields of these names.
 */

/** A value as JSON text that keeps them. */
export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => {
    if (typeof one === 'bigint') return { int: String(one) };
    if (one instanceof Map) return { map: [...one] };
    if (one instanceof Set) return { set: [...one] };
    return one;
  });

interface Marked {
  readonly int?: string;
  readonly map?: [unknown, unknown][];
  readonly set?: unknown[];
}

/** The value of such a text. */
export const fromExactJson = <T>(text: string): T =>
  JSON.parse(text, (_name, one: unknown) => {
    if (typeof one !== 'object' || one === null) return one;
    const { int, map, set } = one as Marked;
    if (Object.hasOwn(one, 'int')) return BigInt(String(int));
    if (Object.hasOwn(one, 'map')) return new Map(map);
    if (Object.hasOwn(one, 'set')) return new Set(set);
    return one;
  }) as T;
