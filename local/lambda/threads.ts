import { availableParallelism, cpus } from 'node:os';
import { basename } from 'node:path';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { type MessagePort, Worker } from 'node:worker_threads';
import { CALLER_HEADER } from '../iam/roles';
import { PROFILING } from '../thread';
import { COPY } from './copies';

interface ThreadsOptions {
  /** Of the largest function that they run, MB. The larger a heap may become, the more garbage V8 leaves in it. */
  readonly memory: number;
  /** Opens a port to the store for a new thread. */
  readonly connect: () => MessagePort;
  /** Of the AWS endpoints. */
  readonly token: string;
  /** Idle threads that are never ended: starting one takes a call about 0.2 s. */
  readonly kept: number;
  /** Unlimited by default. */
  readonly maxThreads?: number | undefined;
  /**
   * Maximum wait of a call for an additional thread while the threads compute, ms: 3 s by default. An additional thread
   * takes memory and processor time from the others, but some calls compute for a minute.
   */
  readonly maxWaitMs?: number | undefined;
  /** How long idle threads are kept that no call has had use for, ms: a burst of calls leaves many. */
  readonly maxIdleMs?: number | undefined;
}

/** A function that is to run. */
interface Wanted {
  readonly name: string;
  /** URL of its module. */
  readonly module: string;
}

/** What a thread tells of the call that it runs. */
interface CallListener {
  onMessage(message: unknown): void;
  /** What it threw outside of a handler. */
  onError(error: unknown): void;
  onExit(): void;
}

/** A thread that runs one call at a time. */
export interface FunctionThread {
  readonly worker: Worker;
  /** Of the call that it runs. */
  listener?: CallListener | undefined;
  /** Names of the functions that it has been told of. */
  readonly functions: Set<string>;
  /** How long it has computed and waited, when that was looked at last. */
  used: EventLoopUtilization;
  /** Since when it is idle, ms of this process's clock. */
  idleSince: number;
  /** Of the function that it ran last: where its end is logged. */
  logFile: string;
}

/** Threads that functions share. */
export interface Threads {
  /** A thread that is free, once there is one, for a function; undefined when the runner stops. */
  take(wanted: Wanted): Promise<FunctionThread | undefined>;
  /** Takes a thread back for the next call. */
  give(thread: FunctionThread): Promise<void>;
  /** Ends a thread: nothing of what it ran goes on. */
  end(thread: FunctionThread): Promise<void>;
  stop(): Promise<void>;
}

/** Memory for short-lived objects, MB: V8 would give each thread 48. */
const YOUNG_MB = 6;
const MAX_IDLE_MS = 10_000;
/**
 * A thread for each processor, and one for calls that wait for the table: more are of use only to calls that wait for a
 * node, and are started one at a time.
 */
const ENOUGH_THREADS = availableParallelism() + 1;
/** Of the processors: the runner and the store need the rest. */
const ENOUGH_USED = availableParallelism() / 2;
/**
 * Further threads start only while this share of the machine is idle. Threads that wait for the store or for a processor
 * look idle one by one, but additional threads would wait as well.
 */
const FREE_SHARE = 0.25;
const MAX_WAIT_MS = 3_000;
const NEVER_USED: EventLoopUtilization = { idle: 0, active: 0, utilization: 0 };
/** What the first thread is taken to need until it has loaded. */
const EXPECTED_LOAD_MS = 100;
/** The part of a thread's load time after which one more is started while there are not enough. */
const FEW_THREADS_WAIT = 0.1;

interface Waiter {
  readonly wanted: Wanted;
  readonly resolve: (thread: FunctionThread | undefined) => void;
  /** ms of this process's clock. */
  readonly since: number;
}

/** Returns a function that measures the share of processor time that was idle since its last call, 0 to 1. */
function createFreeShare(): () => number {
  const read = () => {
    const times = cpus().map(({ times }) => times);
    const idle = times.reduce((sum, time) => sum + time.idle, 0);
    return { idle, all: times.flatMap(Object.values<number>).reduce((sum, ms) => sum + ms, 0) };
  };
  let last = read();
  return () => {
    const [before, now] = [last, read()];
    last = now;
    return now.all === before.all ? 1 : (now.idle - before.idle) / (now.all - before.all);
  };
}

/** Threads, started when needed. `onError` hears what a thread threw outside of a handler. */
export function createThreads(
  {
    memory,
    connect,
    token,
    kept,
    maxThreads = Number.POSITIVE_INFINITY,
    maxWaitMs = MAX_WAIT_MS,
    maxIdleMs = MAX_IDLE_MS,
  }: ThreadsOptions,
  onError: (logFile: string, error: unknown) => void,
): Threads {
  const freeShare = createFreeShare();
  const idle: FunctionThread[] = [];
  const all = new Set<FunctionThread>();
  const loading = new Set<FunctionThread>();
  const waiting: Waiter[] = [];
  /**
   * How long the last thread took to load. Calls wait for a time in proportion to it before one more is started: most get
   * one that runs another sooner, and on a busy machine, where threads load slowly, one more would slow down all others.
   */
  let loadMs = EXPECTED_LOAD_MS;
  /** Since when some call has always waited. */
  let queuedSince = 0;
  /** Whether it will be looked at whether a thread is due. */
  let isTimed = false;
  let stopped = false;

  const start = ({ module }: Wanted): FunctionThread => {
    const port = connect();
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      // In tools that list threads: of the function that it runs first. Linux shows 15 characters.
      name: basename(module).split('.', 1).join().slice(0, 15),
      workerData: {
        codeCache: process.env.NODE_COMPILE_CACHE,
        callerHeader: CALLER_HEADER,
        copy: COPY,
        token,
        store: port,
      },
      transferList: [port],
      env: {},
      execArgv: ['--no-warnings', ...PROFILING],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: memory },
    });
    const thread: FunctionThread = { worker, functions: new Set(), used: NEVER_USED, idleSince: 0, logFile: '' };
    const startedAt = performance.now();
    all.add(thread);
    loading.add(thread);
    worker.on('message', (message: unknown) => {
      if (message === 'loaded') {
        loadMs = performance.now() - startedAt;
        loading.delete(thread);
      } else thread.listener?.onMessage(message);
    });
    worker.on('error', (error) => {
      onError(thread.logFile, error);
      thread.listener?.onError(error);
    });
    worker.on('exit', () => {
      all.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
      loading.delete(thread);
      thread.listener?.onExit();
      // Calls may wait for one of a limited number.
      if (waiting.length > 0) lookAfter(0);
    });
    return thread;
  };
  /**
   * The last one that has run the function. Otherwise the one that has run most functions: the others stay with theirs,
   * which have loaded less and may run for long.
   */
  const takeIdle = ({ name }: Wanted): FunctionThread | undefined => {
    const thread =
      idle.findLast(({ functions }) => functions.has(name)) ??
      idle.toSorted((a, b) => b.functions.size - a.functions.size)[0];
    if (thread) idle.splice(idle.indexOf(thread), 1);
    return thread;
  };
  /**
   * Starts a thread for the first that waits, if it is time. While there are few, many short calls that wait for one thread
   * after the other count as one that waits: each alone would never wait long enough.
   */
  const startIfDue = (): void => {
    isTimed = false;
    const [first] = waiting;
    if (!first) return;
    const isFew = all.size < ENOUGH_THREADS;
    const now = performance.now();
    if (all.size >= maxThreads) return;
    const patience = isFew ? FEW_THREADS_WAIT * loadMs : isOfUse() ? loadMs : maxWaitMs;
    const left = (isFew ? queuedSince : first.since) + patience - now;
    if (left <= 0 && (isFew || loading.size === 0)) {
      waiting.shift();
      queuedSince = now;
      first.resolve(start(first.wanted));
    }
    lookAfter(Math.max(left, FEW_THREADS_WAIT * loadMs));
  };
  /** How many processors the threads have used since this was looked at last. Those that wait for a node use none. */
  const processorsUsed = (): number =>
    [...all].reduce((sum, thread) => {
      const before = thread.used;
      thread.used = thread.worker.performance.eventLoopUtilization();
      return sum + thread.worker.performance.eventLoopUtilization(thread.used, before).utilization;
    }, 0);
  /** Whether a free processor is left for an additional thread. Both figures cover the time since the last check. */
  const isOfUse = (): boolean => {
    const [used, free] = [processorsUsed(), freeShare()];
    return used < ENOUGH_USED && free >= FREE_SHARE;
  };
  const lookAfter = (ms: number): void => {
    if (!isTimed) setTimeout(startIfDue, ms);
    isTimed = true;
  };
  /** Ends threads that a burst has left. */
  const trim = (): void => {
    const since = performance.now() - maxIdleMs;
    // The longest idle come first.
    for (const thread of idle.slice(0, Math.max(0, idle.length - kept)).filter(({ idleSince }) => idleSince < since)) {
      idle.shift();
      void end(thread);
    }
  };
  const trimming = setInterval(trim, maxIdleMs / 2).unref();
  const end = async ({ worker }: FunctionThread): Promise<void> => void (await worker.terminate());

  return {
    end,
    async take(wanted) {
      if (stopped) return undefined;
      const free = takeIdle(wanted) ?? (all.size === 0 ? start(wanted) : undefined);
      if (free) return free;
      return new Promise((resolve) => {
        const since = performance.now();
        if (waiting.length === 0) queuedSince = since;
        waiting.push({ wanted, resolve, since });
        lookAfter(FEW_THREADS_WAIT * loadMs);
      });
    },
    async give(thread) {
      const next = waiting.shift();
      if (next) return next.resolve(thread);
      thread.idleSince = performance.now();
      idle.push(thread);
    },
    async stop() {
      stopped = true;
      clearInterval(trimming);
      for (const { resolve } of waiting.splice(0)) resolve(undefined);
      await Promise.all([...all].map(end));
    },
  };
}
