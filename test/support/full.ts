/** FULL=1 runs every volume that an issue names; without it they are reduced. */
export const FULL = process.env.FULL === '1';

/** All of these in `npm run test:full`; each nth of them and the last in `npm test`. */
export const some = <T>(all: readonly T[], n: number): readonly T[] =>
  FULL ? all : all.filter((_, i) => i % n === 0 || i === all.length - 1);

/** How often a property is tried with new random cases: `few` times in `npm test`, by default thirty times that in the full run. */
export const runs = (few: number, many = few * 30): { readonly numRuns: number } => ({ numRuns: FULL ? many : few });

/**
 * As `runs`, for a property that also asserts which situations came up. The cases are the same in each `npm test`,
 * because a rare situation is missed by one in twenty series of a few random cases; the full run tries new ones.
 */
export const repeatedRuns = (few: number, many?: number): { readonly numRuns: number; readonly seed?: number } =>
  FULL ? runs(few, many) : { ...runs(few), seed: 1 };
