import type { ConfiguredChains, CoveredChain } from '../../chain/contract/kind';
import { chunk } from '../../core/contract/chunk';
import type { FunctionSpec, ScheduleSpec, Scope } from '../../core/contract/function';
import * as evm from '../../evm/contract/functions';
import * as exporting from '../../exports/contract/functions';
import * as nodeRpc from '../../node-rpc/contract/functions';
import * as usage from '../../usage/contract/functions';
import * as webhooks from '../../webhooks/contract/functions';
import { chainKindSpecs } from './chain-kinds';
import * as follower from './follower-functions';

/** Functions invoked by a queue, a schedule or a state machine. API functions derive from `registry.ts`. */
export const functions: readonly FunctionSpec[] = [
  [evm, follower],
  [webhooks],
  [nodeRpc],
  [exporting],
  [usage],
].flatMap((asset) =>
  asset.flatMap((declared) => Object.values<FunctionSpec>(declared)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
);

export const getEntryPoint = ({ file }: Pick<FunctionSpec, 'file'>): string => `lambdas/${file}.ts`;

/** Whether it can trigger itself through queues. Lambda stops loops after 16 rounds; ours end on their own. */
export function isRecursive(spec: FunctionSpec): boolean {
  const reached = new Set<FunctionSpec>();
  const follow = ({ uses: { sends = [] } }: FunctionSpec): void => {
    for (const next of functions.filter(({ queue }) => queue?.name !== undefined && sends.includes(queue.name))) {
      if (reached.has(next)) continue;
      reached.add(next);
      follow(next);
    }
  };
  follow(spec);
  return reached.has(spec);
}

/** Empty for `service`, which is instantiated once. */
export function coveredBy(scope: Scope, config: ConfiguredChains): CoveredChain[] {
  const followed = chainKindSpecs.flatMap((kind) => kind.followed(config));
  if (scope === 'service') return [];
  if (scope === 'followedChains') return followed;
  if (scope === 'sharingChains') return followed.filter(({ follower }) => follower !== 'alone');
  if (scope === 'aloneChains') return followed.filter(({ follower }) => follower === 'alone');
  return chainKindSpecs.flatMap(({ scopes }) => scopes[scope]?.(config) ?? []);
}

export const getNames = (scope: Scope, config: ConfiguredChains): string[] =>
  coveredBy(scope, config).map(({ name }) => name);

type Grouping = Pick<ScheduleSpec, 'scope' | 'chainsPerRun' | 'maxRuns' | 'perWorker'>;

const getWorkers = ({ perWorker }: Pick<Grouping, 'perWorker'>, { backfillWorkers = 1 }: CoveredChain): number =>
  perWorker ? backfillWorkers : 1;

export function getGroups(schedule: Grouping, config: ConfiguredChains): CoveredChain[][] {
  const { scope, maxRuns, chainsPerRun = 1 } = schedule;
  const covered = coveredBy(scope, config);
  if (maxRuns === undefined) return chunk(covered, chainsPerRun);
  const groups = Math.floor(maxRuns / Math.max(1, ...covered.map((one) => getWorkers(schedule, one))));
  return chunk(covered, Math.max(1, Math.ceil(covered.length / groups)));
}

interface Run {
  readonly chains: readonly CoveredChain[];
  readonly worker: number;
}

/** Group by group; empty for scope `service`. */
export const getRuns = (schedule: Grouping, config: ConfiguredChains): Run[] =>
  getGroups(schedule, config).flatMap((group) =>
    Array.from({ length: Math.max(...group.map((one) => getWorkers(schedule, one))) }, (_, worker) => ({
      chains: group.filter((one) => getWorkers(schedule, one) > worker),
      worker,
    })),
  );

export const isNeeded = ({ schedule }: FunctionSpec, config: ConfiguredChains): boolean =>
  schedule === undefined || schedule.scope === 'service' || coveredBy(schedule.scope, config).length > 0;
