import { type MessagePort, Worker } from 'node:worker_threads';
import { CALLER_HEADER } from '../iam/roles';
import { PROFILING } from '../thread';

/** How a thread reaches the store: a request to its URL goes through a port instead. */
export interface StoreAccess {
  readonly url: string;
  /** A new port. */
  readonly connect: () => MessagePort;
}

/** What functions that share threads have in common. */
export interface ThreadsOptions {
  /** Seen in tools that list threads. */
  readonly name: string;
  readonly memory: number;
  /** All variables but the function's name, which comes with each call. */
  readonly environment: Readonly<Record<string, string>>;
  readonly store: StoreAccess;
}

/** A thread that runs one call at a time. */
export interface FunctionThread {
  readonly worker: Worker;
  /** Of the function that it ran last: where its end is logged. */
  logFile: string;
}

/** The threads of functions that share their asset, their variables and their memory. */
export interface Threads {
  /** A thread that is free, once there is one; undefined when the runner stops. */
  take(): Promise<FunctionThread | undefined>;
  /** Takes a thread back for the next call. */
  give(thread: FunctionThread): Promise<void>;
  /** Ends a thread: nothing of what it ran goes on. */
  end(thread: FunctionThread): Promise<void>;
  stop(): Promise<void>;
}

/** V8 would give each thread 48 MB for short-lived objects alone, and there are dozens of threads: a part of its memory. */
const youngMb = (memory: number): number => Math.min(48, memory / 32);
/** Idle threads to keep: as many as a burst of calls had use for. */
const MAX_IDLE = 8;
/**
 * How long a call waits for a thread that runs another before one more is started, and another so long after that has
 * loaded: most calls end sooner than a thread loads.
 */
const NEW_THREAD_DELAY_MS = 100;

interface Waiter {
  readonly resolve: (thread: FunctionThread | undefined) => void;
  /** Set when it has waited long enough. */
  isOverdue: boolean;
}

/** Threads, started when needed. `onError` hears what a thread threw outside of a handler. */
export function createThreads(options: ThreadsOptions, onError: (logFile: string, error: unknown) => void): Threads {
  const idle: FunctionThread[] = [];
  const all = new Set<FunctionThread>();
  let loading: FunctionThread | undefined;
  const waiting: Waiter[] = [];
  let stopped = false;

  const start = (): FunctionThread => {
    const { name, memory, environment, store } = options;
    const port = store.connect();
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      name,
      workerData: {
        codeCache: process.env.NODE_COMPILE_CACHE,
        callerHeader: CALLER_HEADER,
        store: { url: store.url, port },
      },
      transferList: [port],
      env: { ...environment },
      execArgv: ['--no-warnings', ...PROFILING],
      resourceLimits: { maxYoungGenerationSizeMb: youngMb(memory), maxOldGenerationSizeMb: memory },
    });
    worker.setMaxListeners(0);
    const thread: FunctionThread = { worker, logFile: '' };
    all.add(thread);
    loading = thread;
    worker.on('message', (message: unknown) => message === 'loaded' && isLoaded(thread));
    worker.on('error', (error) => onError(thread.logFile, error));
    worker.on('exit', () => {
      all.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
      isLoaded(thread);
    });
    return thread;
  };
  const isLoaded = (thread: FunctionThread): void => {
    if (loading !== thread) return;
    loading = undefined;
    setTimeout(startForOverdue, NEW_THREAD_DELAY_MS);
  };
  const startForOverdue = (): void => {
    if (waiting[0]?.isOverdue && !loading) waiting.shift()?.resolve(start());
  };
  const end = async ({ worker }: FunctionThread): Promise<void> => void (await worker.terminate());

  return {
    end,
    async take() {
      if (stopped) return undefined;
      const free = idle.pop() ?? (all.size === 0 ? start() : undefined);
      if (free) return free;
      return new Promise((resolve) => {
        const waiter = { resolve, isOverdue: false };
        waiting.push(waiter);
        setTimeout(() => {
          waiter.isOverdue = true;
          startForOverdue();
        }, NEW_THREAD_DELAY_MS);
      });
    },
    async give(thread) {
      const next = waiting.shift();
      if (next) next.resolve(thread);
      else if (idle.length < MAX_IDLE) idle.push(thread);
      else await end(thread);
    },
    async stop() {
      stopped = true;
      for (const { resolve } of waiting.splice(0)) resolve(undefined);
      await Promise.all([...all].map(end));
    },
  };
}
