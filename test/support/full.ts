/** FULL=1 runs every volume at full size. */
export const FULL = process.env.FULL === '1';

/** All in the full run; in `npm test`, each nth and the last. */
export const some = <T>(all: readonly T[], n: number): readonly T[] =>
  FULL ? all : all.filter((_, i) => i % n === 0 || i === all.length - 1);

export const runs = (few: number, many = few * 30): { readonly numRuns: number } => ({ numRuns: FULL ? many : few });

/** For properties that assert coverage: fixed seed in `npm test`, since 5% of short random series miss a rare case. */
export const repeatedRuns = (few: number, many?: number): { readonly numRuns: number; readonly seed?: number } =>
  FULL ? runs(few, many) : { ...runs(few), seed: 1 };
