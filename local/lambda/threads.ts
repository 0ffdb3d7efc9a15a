import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** What all functions that share threads have in common. */
export interface ThreadsOptions {
  /** Shown by tools that list threads. */
  readonly name: string;
  readonly memory: number;
  /** All environment variables except the function's name, which is passed with each call. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A thread that runs one call at a time. */
export interface FunctionThread {
  readonly worker: Worker;
  /** The log of the function that it ran last, for errors outside of a call. */
  logFile: string;
}

/** The threads of functions with the same asset, variables and memory. */
export interface Threads {
  /** Waits for a free thread; undefined when the runner stops. */
  take(): Promise<FunctionThread | undefined>;
  /** Returns a thread to the pool. */
  give(thread: FunctionThread): Promise<void>;
  /** Terminates a thread and everything that it runs. */
  end(thread: FunctionThread): Promise<void>;
  stop(): Promise<void>;
}

/** A share of the memory: by default V8 uses 48 MB per thread for short-lived objects, for dozens of threads. */
const youngMb = (memory: number): number => Math.min(48, memory / 32);
/** Idle threads to keep. */
const MAX_IDLE = 4;
/** Threads that load their code concurrently. More would only slow each other down, and the first is soon free again. */
const MAX_LOADING = availableParallelism();

/** A pool that starts threads on demand. `onError` gets what a thread throws outside of a handler. */
export function createThreads(options: ThreadsOptions, onError: (logFile: string, error: unknown) => void): Threads {
  const idle: FunctionThread[] = [];
  const all = new Set<FunctionThread>();
  const loading = new Set<FunctionThread>();
  const waiting: ((thread: FunctionThread | undefined) => void)[] = [];
  let stopped = false;

  const start = (): FunctionThread => {
    const { name, memory, environment } = options;
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      name,
      workerData: { codeCache: process.env.NODE_COMPILE_CACHE },
      env: { ...environment },
      execArgv: ['--no-warnings'],
      resourceLimits: { maxYoungGenerationSizeMb: youngMb(memory), maxOldGenerationSizeMb: memory },
    });
    worker.setMaxListeners(0);
    const thread: FunctionThread = { worker, logFile: '' };
    all.add(thread);
    loading.add(thread);
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
    if (loading.delete(thread) && !stopped) waiting.shift()?.(start());
  };
  const end = async ({ worker }: FunctionThread): Promise<void> => void (await worker.terminate());

  return {
    end,
    async take() {
      if (stopped) return undefined;
      const free = idle.pop() ?? (loading.size < MAX_LOADING ? start() : undefined);
      return free ?? new Promise((resolve) => waiting.push(resolve));
    },
    async give(thread) {
      const next = waiting.shift();
      if (next) next(thread);
      else if (idle.length < MAX_IDLE) idle.push(thread);
      else await end(thread);
    },
    async stop() {
      stopped = true;
      for (const resolve of waiting.splice(0)) resolve(undefined);
      await Promise.all([...all].map(end));
    },
  };
}
