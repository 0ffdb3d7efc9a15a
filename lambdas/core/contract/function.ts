import type { EntityName, Owner } from '../table/schema';
import type { METRIC } from './metrics';

/** Queues that functions send to, by the variable in `env.ts` that holds the URL. */
export type QueueName = 'tokens' | 'nfts' | 'deliveries' | 'replays' | 'matches' | 'exports';

/**
 * What there is one for each of: `service` is the whole service, otherwise each indexed EVM chain, each whose internal
 * transactions are traced, each P-chain, each that is indexed, each indexed chain of any kind, and of these those that
 * are followed together or each alone.
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

/** An event of the bus: a block became canonical, ceased to be, or has its internal transactions indexed. */
export type BlockEventName = 'added' | 'removed' | 'traced';

type ObjectAction = 'get' | 'put';

/** What a function may use: its permissions and its environment follow from it. */
export interface FunctionUses {
  /** Entities of the table that it reads. By name, so that a new entity is granted to nobody by default. */
  readonly reads?: readonly EntityName[];
  /** Entities of the table that it writes, by name. */
  readonly writes?: readonly EntityName[];
  /** What it does with objects under `raw/` of the bucket: blocks with their receipts. */
  readonly raw?: readonly ObjectAction[];
  /** What it does with objects under `traces/` of the bucket. */
  readonly traces?: readonly ObjectAction[];
  /** What it does with objects under `states/` of the bucket: states of P-chains. */
  readonly states?: readonly ObjectAction[];
  /** What it does with the parts of exports, in their bucket. */
  readonly parts?: readonly ObjectAction[];
  /** What it does with finished exports, in the same bucket. */
  readonly files?: readonly ObjectAction[];
  /** What it does with objects of the access log. */
  readonly accessLogs?: readonly 'get'[];
  /** true: it starts executions of the state machine of exports. */
  readonly startsExports?: true;
  /** true: it publishes block events on the bus. */
  readonly bus?: true;
  /** true: it calls nodes of EVM chains, so it may read their source URLs. */
  readonly node?: true;
  /** true: it calls nodes of P-chains, so it may read their source URLs. */
  readonly pChainNode?: true;
  /** true: it counts the dead letters. */
  readonly deadLetters?: true;
  /** The queues that it may send to. */
  readonly sends?: readonly QueueName[];
}

/** Everything that any of several declarations uses. */
export function mergeUses(all: readonly FunctionUses[]): FunctionUses {
  const merged: Record<string, true | readonly string[]> = {};
  for (const [name, use] of all.flatMap((uses) => Object.entries(uses) as [string, true | readonly string[]][])) {
    const known = merged[name];
    merged[name] =
      use === true ? true : [...new Set([...(known === undefined || known === true ? [] : known), ...use])];
  }
  return merged as FunctionUses;
}

/** The queue that a function consumes. What fails goes to the dead letters of the service. */
export interface QueueSpec {
  /** The name that senders declare; absent where no function sends to it. */
  readonly name?: QueueName;
  readonly batchSize: number;
  /** Limit of the event source: it holds messages back, where reserved concurrency would throttle and count deliveries. */
  readonly maxConcurrency: number;
  /** Time until a message that was neither deleted nor reported as failed is delivered again. Six timeouts unless set, as AWS advises. */
  readonly visibilitySeconds?: number;
  /** Its alarm. Absent where late messages do no harm: those that fail raise the alarm of the dead letters. */
  readonly late?: {
    /** Age of the oldest message that raises the alarm, if it lasts for five minutes. */
    readonly afterSeconds: number;
    /** What users feel while messages wait or fail, as one sentence. */
    readonly impact: string;
    /** Heading of docs/runbook.md, as an anchor. */
    readonly runbook: string;
  };
  /** S3 announces new objects of this bucket in the queue. */
  readonly fedBy?: 'accessLogs';
  /** Block events that the bus puts into the queue, and the name of the rule that does so. */
  readonly blockEvents?: {
    readonly ruleId: string;
    readonly kinds: readonly BlockEventName[];
  };
}

/** A schedule of a function. */
export interface ScheduleSpec {
  /** Name of its construct, which is never changed. */
  readonly id: string;
  /** One schedule for each, or for each group of them. */
  readonly scope: Scope;
  readonly rate: 'rate(1 minute)' | 'rate(1 hour)';
  /** true: one for each of the workers that a chain has for its history. */
  readonly perWorker?: true;
  /** One for each group of at most so many chains, which one run works at together. */
  readonly chainsPerRun?: number;
  /** At most so many schedules: chains share a run where there would be more. Without it and `chainsPerRun`, each has its own. */
  readonly maxRuns?: number;
  /** true: unless its chains are only polled, a run lasts until the next one takes over, so that two run for a moment. */
  readonly handsOver?: true;
  /** `{chainId}` stands for the chain. */
  readonly description: string;
}

/** An alarm of a function, in addition to those of its queue. */
export interface AlarmSpec {
  /** Name of its construct, which is never changed. */
  readonly id: string;
  /** It watches all of these at once; there is none if there are no such chains. */
  readonly scope: Scope;
  /**
   * Errors of the function in a minute, or a metric: the highest of all chains. Of the lag, which each group of the
   * function's chains has, the highest of all groups.
   */
  readonly metric: 'errors' | keyof Omit<typeof METRIC, 'namespace'>;
  /** It fires at this value or above. */
  readonly threshold: number;
  /** Number of consecutive minutes that it must last; 1 unless set. */
  readonly minutes?: number;
  /** true if missing data is itself the failure, of a group too. */
  readonly breachingWhenMissing?: true;
  /** What users feel, as one sentence. */
  readonly impact: string;
  /** Heading of docs/runbook.md, as an anchor. */
  readonly runbook: string;
  /**
   * The stack of the alarm, if not the function's own: an alarm that moves to another stack is deleted and created
   * again.
   */
  readonly stack?: 'observability';
}

/**
 * A function that a queue, a schedule or a state machine invokes, not a request. Declared once; its bundle, construct, grants, alarms,
 * graphs, price and dead-code root derive from it.
 */
export interface FunctionSpec {
  /** Name of its construct, which is never changed: CloudFormation would delete its queue and create an empty one. */
  readonly id: string;
  readonly capability: 'indexer' | 'webhooks' | 'node-rpc' | 'exports' | 'usage';
  /** Its entry point below `lambdas`, without the extension. */
  readonly file: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Owners (`table/schema.ts`) whose entities it writes. A law test enforces it. */
  readonly owners: readonly Owner[];
  readonly uses: FunctionUses;
  readonly queue?: QueueSpec;
  readonly schedule?: ScheduleSpec;
  /** It is a step of the state machine. `atOnce`: how many of it are expected to run at the same time. */
  readonly step?: { readonly atOnce: number };
  readonly alarms?: readonly AlarmSpec[];
}
