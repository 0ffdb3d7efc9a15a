import { FULL } from './full';

/**
 * Where a process is killed that makes these calls: at each of them in the full run, in `npm test` at so many of each
 * name, evenly. The first call has the number 1.
 */
export function killsAt(calls: readonly string[], ofEachName: number): readonly number[] {
  if (FULL) return calls.map((_, i) => i + 1);
  const places = new Map<string, number[]>();
  for (const [i, call] of calls.entries()) places.set(call, [...(places.get(call) ?? []), i + 1]);
  const some = [...places.values()].flatMap((all) =>
    Array.from({ length: ofEachName }, (_, n) => all[Math.floor(((n + 0.5) * all.length) / ofEachName)] ?? 1),
  );
  return [...new Set(some)].toSorted((a, b) => a - b);
}
