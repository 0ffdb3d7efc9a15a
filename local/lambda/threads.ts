import { availableParallelism, cpus } from 'node:os';
import { basename } from 'node:path';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { type MessagePort, Worker } from 'node:worker_threads';
import { CALLER_HEADER } from '../iam/roles';
import { PROFILING } from '../thread';
import { COPY } from './copies';

interface ThreadsOptions {
  /** Memory of the largest function, MB. The larger a heap may become, the more garbage V8 leaves in it. */
  readonly memory: number;
  /** Opens a port to the store for a new thread. */
  readonly connect: () => MessagePort;
  /** Token of the AWS endpoints. */
  readonly token: string;
  /** Idle threads to keep: starting one delays a call by about 0.2 s. */
  readonly kept: number;
  /** Unlimited by default. */
  readonly maxThreads?: number | undefined;
  /**
   * Maximum wait of a call for an additional thread while all threads are busy, ms; 3 s by default. An additional
   * thread takes memory and CPU from the others, but some calls compute for a minute.
   */
  readonly maxWaitMs?: number | undefined;
  /** Idle time after which a surplus thread ends, ms: a burst of calls leaves many. */
  readonly maxIdleMs?: number | undefined;
}

/** The function to run. */
interface Wanted {
  readonly name: string;
  /** URL of its module. */
  readonly module: string;
}

/** Events of a thread's current call. */
interface CallListener {
  onMessage(message: unknown): void;
  /** Errors thrown outside a handler. */
  onError(error: unknown): void;
  onExit(): void;
}

/** A thread that runs one call at a time. */
export interface FunctionThread {
  readonly worker: Worker;
  /** Listener of the current call. */
  listener?: CallListener | undefined;
  /** Functions loaded in this thread, by name. */
  readonly functions: Set<string>;
  /** Event loop utilization at the last check. */
  used: EventLoopUtilization;
  /** Start of its idle time, performance.now(). */
  idleSince: number;
  /** Log file of the last function: its end is logged there. */
  logFile: string;
}

/** A pool of threads shared by functions. */
export interface Threads {
  /** Waits for a free thread; undefined when the runner stops. */
  take(wanted: Wanted): Promise<FunctionThread | undefined>;
  /** Returns a thread to the pool. */
  give(thread: FunctionThread): Promise<void>;
  /** Terminates a thread and anything still running in it. */
  end(thread: FunctionThread): Promise<void>;
  stop(): Promise<void>;
}

/** V8's young generation, MB; its default is 48 per thread. */
const YOUNG_MB = 6;
const MAX_IDLE_MS = 10_000;
/**
 * One thread per processor, and one for calls that wait for the table. More are useful only for calls that wait for a
 * node, and are started one at a time.
 */
const ENOUGH_THREADS = availableParallelism() + 1;
/** Processors for function threads; the runner and the store need the rest. */
const ENOUGH_USED = availableParallelism() / 2;
/**
 * Further threads start only while this share of the machine is idle. Threads that wait for the store or a processor
 * look idle individually, but additional ones would wait as well.
 */
const FREE_SHARE = 0.25;
const MAX_WAIT_MS = 3_000;
const NEVER_USED: EventLoopUtilization = { idle: 0, active: 0, utilization: 0 };
/** Assumed load time of a thread until one has loaded. */
const EXPECTED_LOAD_MS = 100;
/** Wait, as a fraction of the load time, before starting a thread while there are few. */
const FEW_THREADS_WAIT = 0.1;

interface Waiter {
  readonly wanted: Wanted;
  readonly resolve: (thread: FunctionThread | undefined) => void;
  /** performance.now() when it started to wait. */
  readonly since: number;
}

/** Returns a function that measures the share of CPU time that was idle since its last call, 0 to 1. */
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

/** Creates a pool of threads that are started on demand. `onError` receives errors thrown outside a handler. */
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
   * Load time of the last thread. Calls wait in proportion to it before another thread starts: most get a running
   * thread sooner, and on a busy machine, where loading is slow, another thread would slow down all others.
   */
  let loadMs = EXPECTED_LOAD_MS;
  /** Start of the current period with waiting calls. */
  let queuedSince = 0;
  /** Whether a check for a due thread is scheduled. */
  let isTimed = false;
  let stopped = false;

  const start = ({ module }: Wanted): FunctionThread => {
    const port = connect();
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      // Shown by tools that list threads: the function that runs first. Linux shows 15 characters.
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
      // Calls may be waiting at the thread limit.
      if (waiting.length > 0) lookAfter(0);
    });
    return thread;
  };
  /**
   * Prefers the last thread that has run the function, else the one that has run the most functions: the others have
   * loaded less, and keep running their long calls.
   */
  const takeIdle = ({ name }: Wanted): FunctionThread | undefined => {
    const thread =
      idle.findLast(({ functions }) => functions.has(name)) ??
      idle.toSorted((a, b) => b.functions.size - a.functions.size)[0];
    if (thread) idle.splice(idle.indexOf(thread), 1);
    return thread;
  };
  /**
   * Starts a thread for the first waiting call, if due. While there are few threads, short calls waiting one after
   * another count as one waiting call: each alone would never wait long enough.
   */
  const startIfDue = (): void => {
    isTimed = false;
    const [first] = waiting;
    if (!first) return;
    const isFew = all.size < ENOUGH_THREADS;
    const now = performance.now();
    if (all.size >= maxThreads) return;
    const patience = isFew ? FEW_THREADS_WAIT * loadMs : hasFreeProcessor() ? loadMs : maxWaitMs;
    const left = (isFew ? queuedSince : first.since) + patience - now;
    if (left <= 0 && (isFew || loading.size === 0)) {
      waiting.shift();
      queuedSince = now;
      first.resolve(start(first.wanted));
    }
    lookAfter(Math.max(left, FEW_THREADS_WAIT * loadMs));
  };
  /** Processors used by the threads since the last check. Threads that wait for a node use none. */
  const processorsUsed = (): number =>
    [...all].reduce((sum, thread) => {
      const before = thread.used;
      thread.used = thread.worker.performance.eventLoopUtilization();
      return sum + thread.worker.performance.eventLoopUtilization(thread.used, before).utilization;
    }, 0);
  /** Whether an additional thread would find a free processor. Both figures cover the time since the last check. */
  const hasFreeProcessor = (): boolean => {
    const [used, free] = [processorsUsed(), freeShare()];
    return used < ENOUGH_USED && free >= FREE_SHARE;
  };
  const lookAfter = (ms: number): void => {
    if (!isTimed) setTimeout(startIfDue, ms);
    isTimed = true;
  };
  /** Ends surplus threads after a burst. */
  const trim = (): void => {
    const since = performance.now() - maxIdleMs;
    // Longest idle first.
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
