import type { BlockSummary } from '../../../lambdas/chain/kind';
import type { Simulation } from './simulation';

/** Without rows that depend on history: cursors and incarnations. */
export async function toRows({ items }: { readonly items: () => Promise<string[]> }): Promise<string[]> {
  return (await items()).filter((item) => !/^(cur|bi)#/.test(item));
}

/** Events are numbered from 1 in the order of their first publication; repeats keep their number. */
function wrongSerials<Raw>({ chain, published, serials }: Simulation<Raw>): string[] {
  const numbers = new Map<string, number>();
  return published.flatMap((id, i) => {
    if (!id.startsWith(`${chain.chainId}:`)) return [];
    const expected = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, expected);
    return serials[i] === expected ? [] : [`${id} has serial ${serials[i]}, not ${expected}`];
  });
}

/** Canonical blocks have one addition more than removals, other blocks equally many. Repeats have the same id. */
export function wrongEvents<Raw>(simulation: Simulation<Raw>, canonical: readonly BlockSummary[]): string[] {
  const { chain, published } = simulation;
  const counts = new Map<string, { added: number; removed: number }>();
  for (const id of new Set(published)) {
    const [chainId, hash = '', change, incarnation] = id.split(':');
    if (chainId !== chain.chainId) continue;
    const own = counts.get(hash) ?? { added: 0, removed: 0 };
    counts.set(hash, own);
    if (change === 'added') own.added = Math.max(own.added, Number(incarnation));
    else own.removed = Math.max(own.removed, Number(incarnation));
  }
  const isCanonical = new Set(canonical.map(({ hash }) => hash));
  const missing = canonical.filter(({ hash }) => !counts.has(hash)).map(({ number }) => `block ${number} was not told`);
  const wrong = [...counts].flatMap(([hash, { added, removed }]) =>
    added - removed === (isCanonical.has(hash) ? 1 : 0) ? [] : [`${hash}: added ${added}, removed ${removed}`],
  );
  return [...missing, ...wrong, ...wrongSerials(simulation)];
}
