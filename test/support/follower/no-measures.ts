import type { Measures } from '../../../lambdas/chain/follower/measures';

/** Measures that nobody reads. */
export const noMeasures: Measures = {
  note: () => undefined,
  noteWithoutLease: async () => undefined,
  published: () => undefined,
  flush: () => undefined,
};
