import { type FunctionSpec, mergeUses } from '../../core/contract/function';
import { chainKindSpecs } from './chain-kinds';

/** Longer than a minute: a follower hands over to the next invocation, which may start late within its minute. */
const FOLLOW_TIMEOUT_SECONDS = 150;

/**
 * Chains that one function follows: thirty that are quiet take a quarter of its memory. A busy one may say that it is to be
 * alone.
 */
const CHAINS_PER_FOLLOWER = 30;

const kinds = chainKindSpecs.map(({ follower }) => follower);

/** What following a chain takes, whichever else the function follows. */
const FOLLOWING = {
  capability: 'indexer',
  file: 'app/workers/follow',
  timeoutSeconds: FOLLOW_TIMEOUT_SECONDS,
  owners: ['chain', ...kinds.flatMap(({ owners }) => owners)],
  uses: mergeUses([
    { reads: ['Cursor', 'BlockRecord'], writes: ['Cursor', 'BlockRecord'] },
    ...kinds.map(({ uses }) => uses),
    // Where a webhook asks for internal transactions, matching waits for those of a block.
    { reads: ['ShardVersions'] },
  ]),
} as const satisfies Partial<FunctionSpec>;
const LAG = {
  metric: 'lagSeconds',
  threshold: 120,
  minutes: 5,
  breachingWhenMissing: true,
  impact: 'Users of a chain read data that is minutes old.',
  runbook: 'a-chain-lags',
  stack: 'observability',
} as const;
const FAILED = {
  scope: 'service',
  metric: 'errors',
  threshold: 1,
  minutes: 5,
  impact: 'Users read data that grows old: the indexer ends with an error each minute.',
  runbook: 'the-follower-fails',
} as const;

/** Follows the heads of a group of chains, undoes orphaned blocks, and writes internal transactions, at the head and then in history. */
export const follow: FunctionSpec = {
  ...FOLLOWING,
  id: 'Follow',
  memoryMb: 384,
  schedule: {
    id: 'Follows',
    scope: 'sharingChains',
    chainsPerRun: CHAINS_PER_FOLLOWER,
    rate: 'rate(1 minute)',
    handsOver: true,
    description: 'Follows {chainId}',
  },
  alarms: [
    { ...LAG, id: 'Lag', scope: 'sharingChains' },
    {
      id: 'Halted',
      scope: 'followedChains',
      metric: 'halted',
      threshold: 1,
      impact:
        'Users of a chain read data of a branch that its node has left, and nothing new is indexed; or they miss the transactions of a block that its node refuses.',
      runbook: 'a-chain-is-halted',
      stack: 'observability',
    },
    ...kinds.flatMap(({ alarms }) => alarms),
    { ...FAILED, id: 'FollowerFailed' },
  ],
};

/** The same for chains that share with nobody. */
export const followAlone: FunctionSpec = {
  ...FOLLOWING,
  id: 'FollowAlone',
  memoryMb: 512,
  schedule: {
    id: 'FollowsAlone',
    scope: 'aloneChains',
    chainsPerRun: 1,
    rate: 'rate(1 minute)',
    handsOver: true,
    description: 'Follows {chainId}',
  },
  alarms: [
    { ...LAG, id: 'LagAlone', scope: 'aloneChains' },
    { ...FAILED, id: 'FollowerAloneFailed' },
  ],
};
