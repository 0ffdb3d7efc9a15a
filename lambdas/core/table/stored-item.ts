export type Stored = Record<string, unknown>;
/** A string or number attribute as text. */
export const text = (value: unknown): string => String(value);
/** A binary attribute. Throws if it is anything else: the item is not ours. */
export const bytes = (value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  throw new Error('item has no bytes');
};
/** The chain of a partition key such as `l#{chain}…`. */
export const chainIn = (item: Stored): string => text(item.pk).split('#')[1] ?? '';
