import { readFileSync } from 'node:fs';
import { coveredBy, functions, getGroups, getRuns } from '../lambdas/app/contract/functions';
import { Config } from '../lambdas/core/contract/config';
import type { FunctionSpec, ScheduleSpec } from '../lambdas/core/contract/function';
import { PRICE, toDollars, type Usage } from '../lambdas/core/contract/prices';
import { servesNodeRpc } from '../lambdas/node-rpc/contract/routes';
import { countAlarmMetrics } from './alarms';

/** Months of 30 days. */
const HOURS_PER_MONTH = 30 * 24;
export const SECONDS_PER_MONTH = HOURS_PER_MONTH * 3_600;
const MINUTES_PER_MONTH = HOURS_PER_MONTH * 60;
const RUNS_PER_MONTH: Readonly<Record<ScheduleSpec['rate'], number>> = {
  'rate(1 minute)': MINUTES_PER_MONTH,
  'rate(1 hour)': HOURS_PER_MONTH,
};

/** Seconds per minute in which two followers overlap: one ends, one waits for its leases. */
const HANDOVER_SECONDS = 2;
/** A run without work, and one that polls its chains once. */
const [IDLE_RUN_SECONDS, POLL_SECONDS] = [0.1, 2];
/** Units per minute of a chain polled once a minute: acquiring and releasing its lease, and that of its traces. */
const [POLL_WRITES, POLL_READS] = [4, 3];
const IDLE_RUN_READS = 3;
/** Lambda's own per run, and a follower's per chain and minute. */
const [RUN_LOG_BYTES, CHAIN_LOG_BYTES] = [800, 2_000];
/** Lambda polls a queue with five concurrent long polls of 20 s. */
const POLLS_PER_MINUTE = 5 * 3;
const GB = 1e9;
const toGb = ({ memoryMb }: Pick<FunctionSpec, 'memoryMb'>): number => memoryMb / 1_024;

/** Blocks indexed, freshness, write units: a value in every hour that has blocks. */
const BLOCK_METRICS = 3;
/** A short body with HTTP, TLS and TCP headers. */
const NODE_CALL_BYTES = 500;

/** Measured by `npm run bench -- --cost`: a chain's idle hour, and the additional usage of blocks and transactions. */
const COUNTED = JSON.parse(readFileSync(new URL('../docs/cost-counts.json', import.meta.url), 'utf8')) as {
  readonly idleHour: { readonly readUnits: number; readonly writeUnits: number; readonly nodeCalls: number };
  readonly indexing: { readonly block: number; readonly transaction: number; readonly perBlock: Usage };
};

/** Per month, when scheduled runs find no work. */
function getUsages({ schedule, ...spec }: FunctionSpec, config: Config): Usage[] {
  if (!schedule) return [];
  const runs = RUNS_PER_MONTH[schedule.rate];
  const run = (times: number, seconds: number): Usage => ({
    invocation: times,
    gbSecond: times * seconds * toGb(spec),
    logGb: (times * RUN_LOG_BYTES) / GB,
  });
  if (!schedule.handsOver) {
    const chains = schedule.scope === 'service' ? [1] : getRuns(schedule, config).map((one) => one.chains.length);
    const turns = chains.reduce((sum, count) => sum + count, 0);
    return [run(runs * chains.length, IDLE_RUN_SECONDS), { readUnit: runs * turns * IDLE_RUN_READS }];
  }
  const { readUnits, writeUnits } = COUNTED.idleHour;
  return getGroups(schedule, config).flatMap((chains): Usage[] => {
    const continuous = chains.filter(({ follower }) => follower !== 'minute').length;
    const polled = chains.length - continuous;
    return [
      run(runs, continuous > 0 ? 60 + HANDOVER_SECONDS : POLL_SECONDS),
      {
        writeUnit: continuous * writeUnits * HOURS_PER_MONTH + polled * POLL_WRITES * runs,
        readUnit: continuous * readUnits * HOURS_PER_MONTH + polled * POLL_READS * runs,
        // The lag of each chain, and the group's.
        metric: chains.length + 1,
        logGb: (chains.length * runs * CHAIN_LOG_BYTES) / GB,
      },
    ];
  });
}

const scheduledRuns = (config: Config): number =>
  functions.reduce((sum, { schedule }) => {
    if (!schedule) return sum;
    return sum + RUNS_PER_MONTH[schedule.rate] * (schedule.scope === 'service' ? 1 : getRuns(schedule, config).length);
  }, 0);

/** Per month: no blocks indexed, no requests served. */
function idleDollars(config: Config) {
  const ofFunctions = (capability: FunctionSpec['capability']): number =>
    functions
      .filter((spec) => spec.capability === capability)
      .flatMap((spec) => getUsages(spec, config))
      .reduce((sum, usage) => sum + toDollars(usage), 0);
  const queues = functions.filter(({ queue }) => queue).length;
  const checks = config.pChains.length * MINUTES_PER_MONTH;
  const followed = coveredBy('followedChains', config);
  // Polled every second, or once a minute with a call each for the head and its block.
  const nodeCalls = followed.reduce(
    (sum, { follower }) =>
      sum + (follower === 'minute' ? 2 * MINUTES_PER_MONTH : COUNTED.idleHour.nodeCalls * HOURS_PER_MONTH),
    checks,
  );
  return {
    metrics: toDollars({ metric: BLOCK_METRICS * followed.length }),
    schedules: toDollars({ scheduledRun: scheduledRuns(config) }),
    calls: toDollars({ gbOut: (nodeCalls * NODE_CALL_BYTES) / GB }),
    following: ofFunctions('indexer'),
    watching: toDollars({ alarm: countAlarmMetrics(config), dashboard: 1 }),
    queues: ofFunctions('webhooks') + toDollars({ queueCall: queues * POLLS_PER_MINUTE * MINUTES_PER_MONTH }),
    // A check reads, claims and writes its record; one metric per node, and one in total.
    checking:
      checks === 0
        ? 0
        : ofFunctions('node-rpc') +
          toDollars({ readUnit: checks, writeUnit: 2 * checks, metric: 1 + config.pChains.length }),
    // Each API has its own rule.
    waf: toDollars({ waf: config.limitPerAddress ? (servesNodeRpc(config) ? 2 : 1) : 0 }),
  };
}

const total = (config: Config): number => Object.values(idleDollars(config)).reduce((sum, part) => sum + part, 0);
const shown = (dollars: number): string => `$${dollars.toFixed(2)}`;

export function idlePrice(config: Config): string {
  const { following, metrics, schedules, calls, watching, queues, checking, waf } = idleDollars(config);
  const { block, transaction, perBlock } = COUNTED.indexing;
  const aMillion = (usage: Usage) => shown(toDollars(usage) * 1e6);
  const count = coveredBy('followedChains', config).length;
  const further = (follower: 'continuous' | 'minute' | 'alone'): string => {
    const one = Config.parse({}).chains.map((chain) => ({ ...chain, chainId: 'another', follower }));
    return shown(total({ ...config, chains: [...config.chains, ...one] }) - total(config));
  };
  const parts = [
    `following ${count} chain(s) ${shown(following)}`,
    `block metrics ${shown(metrics)}`,
    `schedules ${shown(schedules)}`,
    `node calls ${shown(calls)}`,
    `alarms and dashboard ${shown(watching)}`,
    `idle queues ${shown(queues)}`,
    ...(checking > 0 ? [`checking ${config.pChains.length} P-Chain node(s) ${shown(checking)}`] : []),
    ...(waf > 0 ? [`WAF ${shown(waf)}`] : []),
  ];
  return `At idle, this configuration costs about ${shown(total(config))} a month: ${parts.join(', ')}. An additional chain adds ${further('continuous')}, ${further('minute')} if polled once a minute, or ${further('alone')} if followed alone. Usage is extra: a million blocks ${aMillion({ writeUnit: block, ...perBlock })}, a million native transactions ${aMillion({ writeUnit: transaction })}, a million requests from ${aMillion({ apiRequest: 1, invocation: 2 })}, a GB of table storage ${shown(PRICE.tableGb)} a month (see docs/cost.md). Free tiers are not deducted.`;
}
