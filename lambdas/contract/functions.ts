import { chunk } from './chunk';
import { BACKFILL_WORKERS, type Config } from './config';
import type { FunctionSpec, ScheduleSpec, Scope } from './function';
import * as exporting from './functions/exports';
import * as indexer from './functions/indexer';
import * as nodeRpc from './functions/node-rpc';
import * as usage from './functions/usage';
import * as webhooks from './functions/webhooks';
import { pChainSource } from './node-rpc/networks';

/**
 * Every function that is not invoked by requests. Those that answer requests derive from the endpoints (`registry.ts`).
 */
export const functions: readonly FunctionSpec[] = [indexer, webhooks, nodeRpc, exporting, usage].flatMap((group) =>
  Object.values<FunctionSpec>(group),
);

/** The entry point of a function. */
export const entryPointOf = ({ capability, file }: FunctionSpec): string => `lambdas/${capability}/${file}.ts`;

/**
 * Whether a function can trigger itself through queues, its own or another function's. Lambda stops such a loop after
 * sixteen rounds unless the function allows it; ours end on their own, when retries or work run out.
 */
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

/** The EVM chains that are indexed. */
export const indexedChains = ({ chains }: Pick<Config, 'chains'>): Config['chains'] =>
  chains.filter(({ index }) => index);

/** What a scope covers one by one. */
interface Covered extends Pick<Config['chains'][number], 'follower'> {
  /** A chain id, or the name of a P-chain's source. */
  readonly name: string;
  /** Of its history; absent where that is not backfilled. */
  readonly backfillWorkers?: number;
}

/** What a scope covers one by one; none if there is one for the whole service. */
export function coveredBy(scope: Scope, config: Pick<Config, 'chains' | 'pChains'>): Covered[] {
  const evm = indexedChains(config).map(({ chainId: name, backfillWorkers = BACKFILL_WORKERS, ...chain }) => ({
    ...{ name, backfillWorkers },
    ...chain,
  }));
  const pChains = config.pChains.map(({ network, ...pChain }) => ({ name: pChainSource(network), ...pChain }));
  const followed = [...evm, ...pChains.filter(({ index }) => index)];
  const covered: Readonly<Record<Scope, () => Covered[]>> = {
    service: () => [],
    indexedChains: () => evm,
    tracedChains: () => evm.filter(({ traces }) => traces),
    pChains: () => pChains,
    indexedPChains: () => pChains.filter(({ index }) => index),
    followedChains: () => followed,
    sharingChains: () => followed.filter(({ follower }) => follower !== 'alone'),
    aloneChains: () => followed.filter(({ follower }) => follower === 'alone'),
  };
  return covered[scope]();
}

/** The names of what a scope covers one by one. */
export const namesOf = (scope: Scope, config: Pick<Config, 'chains' | 'pChains'>): string[] =>
  coveredBy(scope, config).map(({ name }) => name);

/** What the runs of a schedule cover together, group by group. */
export const groupsOf = (
  { scope, chainsPerRun = 1 }: Pick<ScheduleSpec, 'scope' | 'chainsPerRun'>,
  config: Pick<Config, 'chains' | 'pChains'>,
): Covered[][] => chunk(coveredBy(scope, config), chainsPerRun);

/** Whether a configuration has anything for a function to do. */
export const isNeeded = ({ schedule }: FunctionSpec, config: Pick<Config, 'chains' | 'pChains'>): boolean =>
  schedule === undefined || schedule.scope === 'service' || coveredBy(schedule.scope, config).length > 0;
