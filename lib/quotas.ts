import { functions, getGroups, getRuns } from '../lambdas/app/contract/functions';
import type { Config } from '../lambdas/core/contract/config';
import type { FunctionSpec, ScheduleSpec } from '../lambdas/core/contract/function';
import { servesNodeRpc } from '../lambdas/node-rpc/contract/routes';

/** Concurrent executions that new accounts have in a region; AWS raises them with use, or on request. */
const NEW_ACCOUNT_EXECUTIONS = 10;
/** How long a request holds a function, s: with its authorizer, and with some that wait for a node. */
const SECONDS_PER_REQUEST = 0.1;
/** The least that the API is counted with: a browser that loads a page sends about as many requests at once. */
const MIN_API_EXECUTIONS = 5;

/** The executions of one function that run at the same time, at most; `Api` stands for those of all endpoints. */
interface ConcurrencyPart {
  readonly id: string;
  readonly executions: number;
  /** What invokes it: schedules run on their own, further workers while a history is indexed, queues and exports come with traffic, requests are sent by callers. */
  readonly trigger: 'schedule' | 'history' | 'queue' | 'step' | 'requests';
}
/** What a configuration needs of the account's quota of concurrent executions in its region. */
export interface Concurrency {
  readonly parts: readonly ConcurrencyPart[];
  /** Of all schedules: with less, chains lag. What is left above it is shared by queues and the API, whose work waits. */
  readonly minimum: number;
  /** Under load: every queue is full, and callers use their plans. */
  readonly total: number;
}

/**
 * The concurrent executions of Lambda that a configuration needs, from the declarations alone. A scheduled function runs
 * once for each of its chains or groups, twice while it hands over; a queue invokes up to its `maxConcurrency`; a step of
 * exports as often as it expects; the API serves one
 * caller of each plan and those of the open endpoints, each at its full rate.
 */
export function concurrencyNeeded(config: Config, declared: readonly FunctionSpec[] = functions): Concurrency {
  const parts = [...declared.flatMap((spec) => getParts(spec, config)), apiPart(config)];
  const sum = (some: readonly ConcurrencyPart[]) => some.reduce((all, { executions }) => all + executions, 0);
  return { parts, minimum: sum(parts.filter(({ trigger }) => trigger === 'schedule')), total: sum(parts) };
}

/** The same, as one sentence for whoever deploys. */
export function concurrencyLine(config: Config): string {
  const { minimum, total } = concurrencyNeeded(config);
  return `Of Lambda's concurrent executions it needs ${minimum} to index, and about ${total} under load. New accounts have ${NEW_ACCOUNT_EXECUTIONS}: \`npm run cli -- preflight\` shows yours, docs/deploy.md#quotas how to ask for more.`;
}

function getParts({ id, queue, schedule, step }: FunctionSpec, config: Config): ConcurrencyPart[] {
  if (queue) return [{ id, executions: queue.maxConcurrency, trigger: 'queue' }];
  if (step) return [{ id, executions: step.atOnce, trigger: 'step' }];
  if (schedule) {
    const part = { id, executions: scheduled(schedule, config), trigger: 'schedule' as const };
    const further = getRuns(schedule, config).filter(({ worker }) => worker > 0).length;
    // One worker gets through a history too, only later.
    return schedule.perWorker ? [part, { id: `${id}Workers`, executions: further, trigger: 'history' }] : [part];
  }
  throw new Error(
    `${id} has neither a queue nor a schedule, and is no step: say in lib/quotas.ts how often it runs at the same time`,
  );
}

function scheduled({ scope, handsOver, ...schedule }: ScheduleSpec, config: Config): number {
  if (scope === 'service') return 1;
  const groups = getGroups({ scope, ...schedule }, config);
  const lasting = groups.filter((chains) => chains.some(({ follower }) => follower !== 'minute'));
  return groups.length + (handsOver ? lasting.length : 0);
}

function apiPart({ plans, openEndpoints, nodeRpc, ...config }: Config): ConcurrencyPart {
  const perSecond = [openEndpoints, ...(servesNodeRpc(config) ? [nodeRpc] : []), ...Object.values(plans)].reduce(
    (sum, { rate }) => sum + rate,
    0,
  );
  const executions = Math.max(MIN_API_EXECUTIONS, Math.ceil(perSecond * SECONDS_PER_REQUEST));
  return { id: 'Api', executions, trigger: 'requests' };
}
