// JSON with bigints, maps and sets, each an object with the one field `int`, `map` or `set`. Other
// objects must not use these field names. Infinity is not supported.

export const exactJson = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => {
    if (typeof one === 'bigint') return { int: String(one) };
    if (one instanceof Map) return { map: [...one] };
    if (one instanceof Set) return { set: [...one] };
    return one;
  });

/** Without a `JSON.parse` reviver, which is five times slower. */
export const fromExactJson = <T>(text: string): T => restored(JSON.parse(text)) as T;

/** Changes arrays and objects in place. */
function restored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = restored(value[i]);
    return value;
  }
  const all = value as Record<string, unknown>;
  if (Object.hasOwn(all, 'int')) return BigInt(String(all.int));
  if (Object.hasOwn(all, 'map')) return new Map(restored(all.map) as [unknown, unknown][]);
  if (Object.hasOwn(all, 'set')) return new Set(restored(all.set) as unknown[]);
  for (const name of Object.keys(all)) {
    const [before, after] = [all[name], restored(all[name])];
    if (after !== before) all[name] = after;
  }
  return value;
}
