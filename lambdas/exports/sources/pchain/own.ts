import type { PRange } from './table';

export type Own = (addresses: readonly string[]) => string[];

export function ownIn({ addresses }: Pick<PRange, 'addresses'>): Own {
  const exported = new Set(addresses);
  return (candidates) => candidates.filter((one) => exported.has(one));
}
