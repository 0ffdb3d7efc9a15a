/** An item as the table returns it. */
export type Stored = Record<string, unknown>;
/** An attribute as text: text, or a number to be shown. */
export const text = (value: unknown): string => String(value);
/** An attribute as bytes. Throws if it is not: then the item is not ours. */
export const bytes = (value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  throw new Error('item has no bytes');
};
/** The chain in a partition key: `l#{chain}…`. */
export const chainIn = (item: Stored): string => text(item.pk).split('#')[1] ?? '';
