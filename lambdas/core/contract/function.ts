import type { EntityName, Owner } from '../table/schema';
import type { METRIC } from './metrics';

/** Queues that functions send to, by key in `ENV`. */
export type QueueName = 'tokens' | 'nfts' | 'deliveries' | 'replays' | 'matches' | 'exports';

/**
 * The unit that a schedule or alarm is instantiated per: the whole service, or one of its indexed EVM chains, traced
 * EVM chains, P-Chains, indexed P-Chains, or followed chains of any kind, optionally only those that share a follower
 * or only those that have one alone.
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

/** A block became canonical, ceased to be, or got its internal transactions indexed. */
export type BlockEventName = 'added' | 'removed' | 'traced';

type ObjectAction = 'get' | 'put';

/** Resources of a function; its permissions and environment derive from them. */
export interface FunctionUses {
  /** Entities that it reads, by name, so that a new entity is not granted by default. */
  readonly reads?: readonly EntityName[];
  /** Entities that it writes. */
  readonly writes?: readonly EntityName[];
  /** Access to `raw/` in the bucket: blocks with their receipts. */
  readonly raw?: readonly ObjectAction[];
  /** Access to `traces/` in the bucket. */
  readonly traces?: readonly ObjectAction[];
  /** Access to `states/` in the bucket: P-Chain states. */
  readonly states?: readonly ObjectAction[];
  /** Access to export parts, in the export bucket. */
  readonly parts?: readonly ObjectAction[];
  /** Access to finished exports, in the export bucket. */
  readonly files?: readonly ObjectAction[];
  /** Access to access log objects. */
  readonly accessLogs?: readonly 'get'[];
  /** Starts executions of the export state machine. */
  readonly startsExports?: true;
  /** Publishes block events on the bus. */
  readonly bus?: true;
  /** Calls EVM nodes, so it may read their source URLs. */
  readonly node?: true;
  /** Calls P-Chain nodes, so it may read their source URLs. */
  readonly pChainNode?: true;
  /** Counts dead letters. */
  readonly deadLetters?: true;
  /** Queues that it sends to. */
  readonly sends?: readonly QueueName[];
}

/** Union of several declarations. */
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
  /** Name for senders; absent if no function sends to it. */
  readonly name?: QueueName;
  readonly batchSize: number;
  /** Event source limit. Unlike reserved concurrency, it holds messages back without counting failed receives. */
  readonly maxConcurrency: number;
  /** Visibility timeout, seconds. Defaults to six function timeouts, as AWS advises. */
  readonly visibilitySeconds?: number;
  /** Alarm on late messages. Absent where lateness is harmless; failures raise the dead-letter alarm anyway. */
  readonly late?: {
    /** Age of the oldest message that raises the alarm after five minutes. */
    readonly afterSeconds: number;
    /** User impact while messages wait or fail, as one sentence. */
    readonly impact: string;
    /** Anchor of a heading in docs/runbook.md. */
    readonly runbook: string;
  };
  /** S3 sends notifications of new objects in this bucket to the queue. */
  readonly fedBy?: 'accessLogs';
  /** Block events that the bus routes to the queue, and the construct id of the rule. */
  readonly blockEvents?: {
    readonly ruleId: string;
    readonly kinds: readonly BlockEventName[];
  };
}

/** A schedule of a function. */
export interface ScheduleSpec {
  /** Construct id; never change it. */
  readonly id: string;
  /** One schedule per chain, or per group of chains. */
  readonly scope: Scope;
  readonly rate: 'rate(1 minute)' | 'rate(1 hour)';
  /** One schedule per backfill worker of a chain. */
  readonly perWorker?: true;
  /** Maximum chains per run. */
  readonly chainsPerRun?: number;
  /**
   * Maximum number of schedules; chains share runs to stay below it. Without it and `chainsPerRun`, each has its own.
   */
  readonly maxRuns?: number;
  /** A run lasts until the next one takes over, so two overlap briefly (except for chains that are only polled). */
  readonly handsOver?: true;
  /** `{chainId}` is replaced by the chain. */
  readonly description: string;
}

/** An alarm of a function, in addition to those of its queue. */
export interface AlarmSpec {
  /** Construct id; never change it. */
  readonly id: string;
  /** One alarm covers all chains of the scope; omitted if there are none. */
  readonly scope: Scope;
  /**
   * Errors of the function per minute, or the maximum of a metric over all chains (for the lag, which is emitted per
   * group of chains, over all groups).
   */
  readonly metric: 'errors' | keyof Omit<typeof METRIC, 'namespace'>;
  /** Fires at or above this value. */
  readonly threshold: number;
  /** Consecutive minutes at or above the threshold, by default 1. */
  readonly minutes?: number;
  /** Missing data is itself a failure, for each group too. */
  readonly breachingWhenMissing?: true;
  /** User impact, as one sentence. */
  readonly impact: string;
  /** Heading of docs/runbook.md, as an anchor. */
  readonly runbook: string;
  /** Stack of the alarm, if not the function's own. Moving an alarm to another stack deletes and recreates it. */
  readonly stack?: 'observability';
}

/**
 * Declaration of a function that is invoked by a queue, a schedule or a state machine; its bundle, construct, grants,
 * alarms, graphs, price and dead-code root derive from it.
 */
export interface FunctionSpec {
  /** Construct id. Never change it: CloudFormation would replace the queue with an empty one. */
  readonly id: string;
  readonly capability: 'indexer' | 'webhooks' | 'node-rpc' | 'exports' | 'usage';
  /** Entry point below `lambdas`, without extension. */
  readonly file: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Owners (`table/schema.ts`) of the entities that it writes. A law test enforces it. */
  readonly owners: readonly Owner[];
  readonly uses: FunctionUses;
  readonly queue?: QueueSpec;
  readonly schedule?: ScheduleSpec;
  /** Step of the export state machine. `atOnce`: expected concurrency. */
  readonly step?: { readonly atOnce: number };
  readonly alarms?: readonly AlarmSpec[];
}
