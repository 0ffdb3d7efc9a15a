import { DERIVATION_CHANGES } from '../lambdas/core/domain/derivations';

/** For a deployment with blocks that an earlier version indexed. */
export const upgradeNotes: readonly string[] = DERIVATION_CHANGES.map(
  ({ after, lacks }) =>
    `Upgrade: blocks indexed by releases up to ${after} are without ${lacks}. After the deployment, \`npm run cli -- status\` shows which blocks these are, and what it takes to derive them again.`,
);
