export type Stored = Record<string, unknown>;
export const text = (value: unknown): string => String(value);
/** Throws if it is anything else: the item is not ours. */
export const bytes = (value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  throw new Error('item has no bytes');
};
export const chainIn = (item: Stored): string => text(item.pk).split('#')[1] ?? '';
