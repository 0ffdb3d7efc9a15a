import type { Measures } from '../../../lambdas/chain/follower/measures';

export const noMeasures: Measures = {
  note: () => undefined,
  noteWithoutLease: async () => undefined,
  published: () => undefined,
  flush: () => undefined,
};
