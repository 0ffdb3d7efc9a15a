import { type FunctionSpec, mergeUses } from '../../core/contract/function';
import { chainKindSpecs } from './chain-kinds';

/** More than a minute: a follower hands over to the next invocation, which may start late within its minute. */
const FOLLOW_TIMEOUT_SECONDS = 150;

/** Thirty quiet chains take a quarter of the memory. Configure a busy one as `follower: alone`. */
const CHAINS_PER_FOLLOWER = 30;

const kinds = chainKindSpecs.map(({ follower }) => follower);

const FOLLOWING = {
  capability: 'indexer',
  file: 'app/workers/follow',
  timeoutSeconds: FOLLOW_TIMEOUT_SECONDS,
  owners: ['chain', ...kinds.flatMap(({ owners }) => owners)],
  uses: mergeUses([
    { reads: ['Cursor', 'BlockRecord'], writes: ['Cursor', 'BlockRecord'] },
    ...kinds.map(({ uses }) => uses),
    // Announces traced blocks only where a webhook includes internal transactions.
    { reads: ['ShardVersions'] },
  ]),
} as const satisfies Partial<FunctionSpec>;
const LAG = {
  metric: 'lagSeconds',
  threshold: 120,
  minutes: 5,
  breachingWhenMissing: true,
  impact: 'Users of a chain see data that is minutes old.',
  runbook: 'a-chain-lags',
  stack: 'observability',
} as const;
const FAILED = {
  scope: 'service',
  metric: 'errors',
  threshold: 1,
  minutes: 5,
  impact: 'Users see increasingly stale data: the indexer fails every minute.',
  runbook: 'the-follower-fails',
} as const;

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
        'Users of a chain see data of a branch that its node has abandoned, and nothing new is indexed; or the transactions of a block that its node refuses to serve are missing.',
      runbook: 'a-chain-is-halted',
      stack: 'observability',
    },
    ...kinds.flatMap(({ alarms }) => alarms),
    { ...FAILED, id: 'FollowerFailed' },
  ],
};

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
