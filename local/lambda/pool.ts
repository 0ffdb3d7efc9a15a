import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { Metrics } from '../prometheus/metrics';
import { DURATION, ERRORS } from '../prometheus/runner-metrics';
import type { CallListener, FunctionThread, Threads } from './threads';

/** The handler threw, timed out, or its thread ended. */
export class FunctionError extends Error {
  constructor(
    readonly kind: 'error' | 'timeout' | 'crash',
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

export interface FunctionOptions {
  readonly name: string;
  readonly arn: string;
  /** URL of the module in its copy, and the name of the exported handler. */
  readonly module: string;
  readonly exportName: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  readonly memory: number;
  /** In Lambda's JSON log format. */
  readonly logFile: string;
}

/** Concurrent calls per function. Schedules and queues may take a minute; tasks are limited by their threads. */
const MAX_THREADS = { request: 4, async: 64, task: 64 } as const;
type InvocationKind = keyof typeof MAX_THREADS;

export interface LambdaFunction {
  readonly name: string;
  readonly arn: string;
  readonly timeoutSeconds: number;
  /** Throws a FunctionError. */
  invoke(event: unknown, kind: InvocationKind): Promise<unknown>;
}

interface Answer {
  readonly id: string;
  readonly result?: string;
  readonly error?: { readonly type: string; readonly message: string };
}

/** A thread, and its running calls: several only of requests that mostly wait. */
interface Held {
  readonly thread: Promise<FunctionThread | undefined>;
  calls: number;
  isEnded: boolean;
}

/** API Gateway's maximum, seconds: a function with this timeout holds its requests open until there is something new. */
const LONGEST_REQUEST = 29;

/**
 * Each call has exclusive use of a thread, which other functions may use before and after. Requests that mostly wait
 * share one: a hundred of them would hold a hundred threads.
 */
export function createFunction(
  options: FunctionOptions,
  pools: Readonly<Record<InvocationKind, Threads>>,
  metrics: Metrics,
): LambdaFunction {
  const running = { request: 0, async: 0, task: 0 };
  const queued: Record<InvocationKind, (() => void)[]> = { request: [], async: [], task: [] };

  const admit = async (kind: InvocationKind): Promise<void> => {
    if (running[kind] >= MAX_THREADS[kind]) await new Promise<void>((resolve) => queued[kind].push(resolve));
    else running[kind]++;
  };
  const release = (kind: InvocationKind): void => {
    const next = queued[kind].shift();
    if (next)
      next(); // passes its slot on
    else running[kind]--;
  };

  const labels = { function: options.name };
  const measured = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    metrics.add(ERRORS, labels, 0); // a rate misses a counter's first value
    try {
      return await work();
    } catch (error) {
      metrics.add(ERRORS, labels);
      throw error;
    } finally {
      metrics.observe(DURATION, labels, (performance.now() - began) / 1_000);
    }
  };

  let shared: Held | undefined;
  const hold = (threads: Threads): Held => ({ thread: threads.take(options), calls: 0, isEnded: false });
  const run = async (threads: Threads, held: Held, event: unknown): Promise<unknown> => {
    held.calls += 1;
    const thread = await held.thread;
    try {
      if (!thread) throw new FunctionError('crash', 'Runtime.ExitError', 'The runner is stopping.');
      return await measured(() => runOn(thread, event, options));
    } catch (error) {
      // The thread survives an ordinary error, but not a timeout or a crash.
      if (thread && !(error instanceof FunctionError && error.kind === 'error')) {
        held.isEnded = true;
        if (shared === held) shared = undefined;
        await threads.end(thread);
      }
      throw error;
    } finally {
      held.calls -= 1;
      if (held.calls === 0) {
        if (shared === held) shared = undefined;
        if (thread && !held.isEnded) await threads.give(thread);
      }
    }
  };

  return {
    name: options.name,
    arn: options.arn,
    timeoutSeconds: options.timeoutSeconds,
    async invoke(event, kind) {
      const threads = pools[kind];
      if (kind === 'request' && options.timeoutSeconds === LONGEST_REQUEST) {
        shared ??= hold(threads);
        return run(threads, shared, event);
      }
      await admit(kind);
      try {
        return await run(threads, hold(threads), event);
      } finally {
        release(kind);
      }
    },
  };
}

function runOn(thread: FunctionThread, event: unknown, options: FunctionOptions): Promise<unknown> {
  const { worker } = thread;
  const { timeoutSeconds, logFile, name } = options;
  const id = randomUUID();
  thread.logFile = logFile;
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      thread.listeners.delete(listener);
      finish();
    };
    const fail = (kind: FunctionError['kind'], type: string, message: string) =>
      settle(() => reject(new FunctionError(kind, type, message)));
    const listener: CallListener = {
      onMessage(message) {
        const answer = message as Answer;
        if (answer.id !== id) return;
        if (answer.error) fail('error', answer.error.type, answer.error.message);
        else settle(() => resolve(JSON.parse(answer.result ?? 'null')));
      },
      onError: (error) => fail('crash', 'Runtime.UnhandledError', String(error)),
      onExit: () => fail('crash', 'Runtime.ExitError', 'The function exited its process.'),
    };
    thread.listeners.add(listener);
    const timer = setTimeout(() => {
      const message = `${id} Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
      logError(logFile, id, 'Sandbox.Timedout', message);
      fail('timeout', 'Sandbox.Timedout', message);
    }, timeoutSeconds * 1000);
    // A monotonic clock shared by all threads.
    const deadline = Number(process.hrtime.bigint() / 1_000_000n) + timeoutSeconds * 1000;
    // The options are sent with a function's first call on a thread.
    const first = thread.functions.has(name) ? {} : { options };
    thread.functions.add(name);
    worker.postMessage({ id, name, deadline, event: JSON.stringify(event), ...first });
  });
}

export function logError(file: string, requestId: string, errorType: string, errorMessage: string): void {
  const line = { timestamp: new Date().toISOString(), level: 'ERROR', requestId, message: { errorType, errorMessage } };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
