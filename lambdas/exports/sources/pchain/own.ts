import type { PRange } from './table';

/** The exported ones of addresses, in their order. */
export type Own = (addresses: readonly string[]) => string[];

/** The ones of an export. */
export function ownIn({ addresses }: Pick<PRange, 'addresses'>): Own {
  const exported = new Set(addresses);
  return (some) => some.filter((one) => exported.has(one));
}
