import { availableParallelism, cpus } from 'node:os';
import { basename } from 'node:path';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { type MessagePort, Worker } from 'node:worker_threads';
import { CALLER_HEADER } from '../iam/roles';
import type { LogLines } from '../prometheus/log-lines';
import { PROFILING } from '../thread';
import { COPY } from './copies';

interface ThreadsOptions {
  /** Memory of the largest function, MB. The larger a heap may become, the more garbage V8 leaves in it. */
  readonly memory: number;
  readonly connect: () => MessagePort;
  readonly token: string;
  readonly lines: LogLines;
  /** Idle threads to keep: starting one delays a call by about 0.2 s. */
  readonly kept: number;
  readonly maxThreads?: number | undefined;
  /** For an additional thread while all are busy; 3 s by default. It slows the others, but some calls take a minute. */
  readonly maxWaitMs?: number | undefined;
  /** Then a surplus thread ends: a burst of calls leaves many. */
  readonly maxIdleMs?: number | undefined;
}

interface Wanted {
  readonly name: string;
  readonly module: string;
}

export interface CallListener {
  onMessage(message: unknown): void;
  /** Errors thrown outside a handler. */
  onError(error: unknown): void;
  onExit(): void;
}

/** Runs one call at a time, except for calls that mostly wait. */
export interface FunctionThread {
  readonly worker: Worker;
  /** One for each running call. */
  readonly listeners: Set<CallListener>;
  readonly functions: Set<string>;
  /** At the last check. */
  used: EventLoopUtilization;
  /** performance.now() */
  idleSince: number;
  /** Of the last function: the thread's end is logged there. */
  logFile: string;
}

export interface Threads {
  /** Waits for a free thread; undefined when the runner stops. */
  take(wanted: Wanted): Promise<FunctionThread | undefined>;
  give(thread: FunctionThread): Promise<void>;
  /** Terminates anything still running in the thread. */
  end(thread: FunctionThread): Promise<void>;
  stop(): Promise<void>;
}

/** MB; V8's default is 48 per thread. */
const YOUNG_MB = 6;
const MAX_IDLE_MS = 10_000;
/** One thread per processor, and one for calls that wait for the table. More only help calls that wait for a node. */
const ENOUGH_THREADS = availableParallelism() + 1;
/** Processors for function threads; the runner and the store need the rest. */
const ENOUGH_USED = availableParallelism() / 2;
/** Idle share of the machine to start further threads: ones that wait for the store look idle, but more would wait. */
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
  /** performance.now() */
  readonly since: number;
}

/** Measures the share of CPU time that was idle since the last call, 0 to 1. */
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

/** Threads start on demand. `onError` receives errors thrown outside a handler. */
export function createThreads(
  {
    memory,
    connect,
    token,
    lines,
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
  /** Of the last thread. Calls wait in proportion before another starts: where loading is slow, it slows all others. */
  let loadMs = EXPECTED_LOAD_MS;
  let queuedSince = 0;
  let isTimed = false;
  let stopped = false;

  const start = ({ module }: Wanted): FunctionThread => {
    const port = connect();
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      // Shown by tools that list threads. Linux shows 15 characters.
      name: basename(module).split('.', 1).join().slice(0, 15),
      workerData: {
        codeCache: process.env.NODE_COMPILE_CACHE,
        callerHeader: CALLER_HEADER,
        copy: COPY,
        token,
        marks: lines.marks,
        store: port,
      },
      transferList: [port],
      env: {},
      execArgv: ['--no-warnings', ...PROFILING],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: memory },
    });
    const thread: FunctionThread = {
      worker,
      listeners: new Set(),
      functions: new Set(),
      used: NEVER_USED,
      idleSince: 0,
      logFile: '',
    };
    const startedAt = performance.now();
    all.add(thread);
    loading.add(thread);
    worker.on('message', (message: 'loaded' | { readonly log: string } | { readonly id: string }) => {
      if (message === 'loaded') {
        loadMs = performance.now() - startedAt;
        loading.delete(thread);
      } else if ('log' in message) lines.read(message.log);
      else for (const listener of thread.listeners) listener.onMessage(message);
    });
    worker.on('error', (error) => {
      onError(thread.logFile, error);
      for (const listener of thread.listeners) listener.onError(error);
    });
    worker.on('exit', () => {
      all.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
      loading.delete(thread);
      for (const listener of thread.listeners) listener.onExit();
      // Calls may be waiting at the thread limit.
      if (waiting.length > 0) lookAfter(0);
    });
    return thread;
  };
  /** The last thread that ran the function, else the one with the most functions: the others have loaded less. */
  const takeIdle = ({ name }: Wanted): FunctionThread | undefined => {
    const thread =
      idle.findLast(({ functions }) => functions.has(name)) ??
      idle.toSorted((a, b) => b.functions.size - a.functions.size)[0];
    if (thread) idle.splice(idle.indexOf(thread), 1);
    return thread;
  };
  /** With few threads, successive short calls count as one waiting call: each alone would never wait long enough. */
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
  /** Since the last check. Threads that wait for a node use none. */
  const processorsUsed = (): number =>
    [...all].reduce((sum, thread) => {
      const before = thread.used;
      thread.used = thread.worker.performance.eventLoopUtilization();
      return sum + thread.worker.performance.eventLoopUtilization(thread.used, before).utilization;
    }, 0);
  /** Both figures cover the time since the last check. */
  const hasFreeProcessor = (): boolean => {
    const [used, free] = [processorsUsed(), freeShare()];
    return used < ENOUGH_USED && free >= FREE_SHARE;
  };
  const lookAfter = (ms: number): void => {
    if (!isTimed) setTimeout(startIfDue, ms);
    isTimed = true;
  };
  const trim = (): void => {
    const since = performance.now() - maxIdleMs;
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
