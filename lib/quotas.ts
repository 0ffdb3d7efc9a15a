import { functions, getGroups, getRuns } from '../lambdas/app/contract/functions';
import type { Config } from '../lambdas/core/contract/config';
import type { FunctionSpec, ScheduleSpec } from '../lambdas/core/contract/function';
import { servesNodeRpc } from '../lambdas/node-rpc/contract/routes';

const NEW_ACCOUNT_EXECUTIONS = 10;
/** Averaged over authorizer runs and requests that wait for a node. */
const SECONDS_PER_REQUEST = 0.1;
/** A browser that loads a page sends about this many requests at once. */
const MIN_API_EXECUTIONS = 5;

/** Of one function; `Api` stands for all endpoints. */
interface ConcurrencyPart {
  readonly id: string;
  readonly executions: number;
  /** `history`: additional workers of a backfill; `queue`, `step`: traffic; `requests`: callers. */
  readonly trigger: 'schedule' | 'history' | 'queue' | 'step' | 'requests';
}
export interface Concurrency {
  readonly parts: readonly ConcurrencyPart[];
  /** With less, chains lag. Queues and the API share the rest of the quota: their work can wait. */
  readonly minimum: number;
  /** All queues full, and callers at the limits of their plans. */
  readonly total: number;
}

/** Scheduled: once per group, twice during a handover. API: one caller of each plan and open endpoint, at full rate. */
export function concurrencyNeeded(config: Config, declared: readonly FunctionSpec[] = functions): Concurrency {
  const parts = [...declared.flatMap((spec) => getParts(spec, config)), apiPart(config)];
  const sum = (some: readonly ConcurrencyPart[]) => some.reduce((all, { executions }) => all + executions, 0);
  return { parts, minimum: sum(parts.filter(({ trigger }) => trigger === 'schedule')), total: sum(parts) };
}

export function concurrencyLine(config: Config): string {
  const { minimum, total } = concurrencyNeeded(config);
  return `It needs ${minimum} concurrent Lambda executions to index, and about ${total} under load. New accounts have ${NEW_ACCOUNT_EXECUTIONS}: \`npm run cli -- preflight\` shows your quota, and docs/deploy.md#quotas explains how to raise it.`;
}

function getParts({ id, queue, schedule, step }: FunctionSpec, config: Config): ConcurrencyPart[] {
  if (queue) return [{ id, executions: queue.maxConcurrency, trigger: 'queue' }];
  if (step) return [{ id, executions: step.atOnce, trigger: 'step' }];
  if (schedule) {
    const part = { id, executions: scheduled(schedule, config), trigger: 'schedule' as const };
    const further = getRuns(schedule, config).filter(({ worker }) => worker > 0).length;
    // Workers beyond the first are optional: one finishes a backfill too, only later.
    return schedule.perWorker ? [part, { id: `${id}Workers`, executions: further, trigger: 'history' }] : [part];
  }
  throw new Error(`${id} has no queue, schedule or step: define its concurrency in lib/quotas.ts`);
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
