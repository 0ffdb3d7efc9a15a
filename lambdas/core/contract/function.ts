import type { EntityName, Owner } from '../table/schema';
import type { MetricName } from './metrics';

export type QueueName = 'tokens' | 'nfts' | 'deliveries' | 'replays' | 'matches' | 'exports';

/**
 * A schedule or alarm is instantiated per service or per chain: indexed EVM, traced EVM, P-Chains, indexed P-Chains, or
 * followed chains of any kind, optionally only those sharing a follower or only those with their own.
 */
export type Scope =
  | 'service'
  | 'indexedChains'
  | 'tracedChains'
  | 'pChains'
  | 'indexedPChains'
  | 'followedChains'
  | 'sharingChains'
  | 'aloneChains';

/** A block became canonical, ceased to be, or got its internal transactions; or validators run out or end soon. */
export type BlockEventName = 'added' | 'removed' | 'traced' | 'due';

type ObjectAction = 'get' | 'put';

/** Permissions and environment of a function derive from these. */
export interface FunctionUses {
  /** By name, so that a new entity is not granted by default. */
  readonly reads?: readonly EntityName[];
  readonly writes?: readonly EntityName[];
  /** `raw/` in the bucket: blocks with their receipts. */
  readonly raw?: readonly ObjectAction[];
  readonly traces?: readonly ObjectAction[];
  readonly states?: readonly ObjectAction[];
  /** These two are in the export bucket. */
  readonly parts?: readonly ObjectAction[];
  readonly files?: readonly ObjectAction[];
  readonly accessLogs?: readonly 'get'[];
  readonly startsExports?: true;
  readonly bus?: true;
  /** Calls EVM nodes, so it may read their source URLs. */
  readonly node?: true;
  /** Calls P-Chain nodes, so it may read their source URLs. */
  readonly pChainNode?: true;
  readonly deadLetters?: true;
  readonly sends?: readonly QueueName[];
}

export function mergeUses(all: readonly FunctionUses[]): FunctionUses {
  const merged: Record<string, true | readonly string[]> = {};
  for (const [name, use] of all.flatMap((uses) => Object.entries(uses) as [string, true | readonly string[]][])) {
    const known = merged[name];
    merged[name] =
      use === true ? true : [...new Set([...(known === undefined || known === true ? [] : known), ...use])];
  }
  return merged as FunctionUses;
}

/** The queue that a function consumes. Failed messages go to the service's dead-letter queue. */
export interface QueueSpec {
  /** Absent if no function sends to it. */
  readonly name?: QueueName;
  readonly batchSize: number;
  /** Event source limit: unlike reserved concurrency, it does not count held-back messages as failed receives. */
  readonly maxConcurrency: number;
  /** Defaults to six function timeouts, as AWS advises. */
  readonly visibilitySeconds?: number;
  /** Absent where lateness is harmless; failures raise the dead-letter alarm anyway. */
  readonly late?: {
    /** Age of the oldest message that raises the alarm after five minutes. */
    readonly afterSeconds: number;
    /** User impact while messages wait or fail, as one sentence. */
    readonly impact: string;
    /** Anchor of a heading in docs/runbook.md. */
    readonly runbook: string;
  };
  readonly fedBy?: 'accessLogs';
  /** Block events that the bus routes to the queue, and the construct id of the rule. */
  readonly blockEvents?: {
    readonly ruleId: string;
    readonly kinds: readonly BlockEventName[];
  };
}

export interface ScheduleSpec {
  /** Construct id; never change it. */
  readonly id: string;
  readonly scope: Scope;
  readonly rate: 'rate(1 minute)' | 'rate(1 hour)';
  readonly perWorker?: true;
  readonly chainsPerRun?: number;
  /** Chains share runs to stay below this many schedules. Without it and `chainsPerRun`, each has its own. */
  readonly maxRuns?: number;
  /** A run lasts until the next one takes over, so two overlap briefly (except for chains that are only polled). */
  readonly handsOver?: true;
  readonly description: string;
}

/** An alarm besides the queue's own. */
export interface AlarmSpec {
  /** Construct id; never change it. */
  readonly id: string;
  /** One alarm covers all chains of the scope; omitted without chains. */
  readonly scope: Scope;
  /** Errors of the function per minute, or the maximum of a metric over all chains (over all groups, for the lag). */
  readonly metric: 'errors' | MetricName;
  readonly threshold: number;
  readonly minutes?: number;
  /** Missing data is itself a failure, for each group too. */
  readonly breachingWhenMissing?: true;
  readonly impact: string;
  readonly runbook: string;
  /** If not the function's own. Moving an alarm to another stack deletes and recreates it. */
  readonly stack?: 'observability';
}

/**
 * For functions that a queue, a schedule or a state machine invokes: bundle, construct, grants, alarms, graphs, price
 * and dead-code root derive from this.
 */
export interface FunctionSpec {
  /** Construct id. Never change it: CloudFormation would replace the queue with an empty one. */
  readonly id: string;
  readonly capability: 'indexer' | 'webhooks' | 'node-rpc' | 'exports' | 'usage';
  readonly file: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Owners of the entities that it writes. A law test enforces it. */
  readonly owners: readonly Owner[];
  readonly uses: FunctionUses;
  readonly queue?: QueueSpec;
  readonly schedule?: ScheduleSpec;
  /** Step of the export state machine. `atOnce`: expected concurrency. */
  readonly step?: { readonly atOnce: number };
  readonly alarms?: readonly AlarmSpec[];
}
