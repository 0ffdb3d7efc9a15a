import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** How a function failed: it threw, it ran out of time, or its thread ended. */
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
  /** URL of the module, and which of its exports is the handler. */
  readonly module: string;
  readonly exportName: string;
  readonly timeoutSeconds: number;
  readonly memory: number;
  readonly environment: Readonly<Record<string, string>>;
  /** JSON lines, as Lambda's JSON log format has them, are appended here. */
  readonly logFile: string;
}

/** Callers that wait share few workers, as their queue is short; schedules and queues may hold one for a minute. */
const LIMITS = { request: 4, async: 64 } as const;
type InvocationKind = keyof typeof LIMITS;
/** V8 would give each thread 48 MB for short-lived objects alone, and there are dozens of threads: a part of its memory. */
const youngMb = (memory: number): number => Math.min(48, memory / 32);
/** Idle workers to keep. */
const KEEP = 4;

export interface LambdaFunction {
  readonly name: string;
  readonly arn: string;
  /** Runs the handler and gives its result. Throws a FunctionError. */
  invoke(event: unknown, kind: InvocationKind): Promise<unknown>;
  stop(): Promise<void>;
}

interface Answer {
  readonly id: string;
  readonly result?: string;
  readonly error?: { readonly type: string; readonly message: string };
}

/** One function: worker threads that each run one event at a time, started when needed. */
export function createFunction(options: FunctionOptions): LambdaFunction {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const running = { request: 0, async: 0 };
  let stopped = false;
  const queued: Record<InvocationKind, (() => void)[]> = { request: [], async: [] };

  const start = (): Worker => {
    const { module, exportName, logFile, name: functionName, arn, memory } = options;
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      name: functionName.replace(/^.*-/, '').slice(0, 15),
      workerData: { module, exportName, logFile, functionName, arn, memory },
      env: { ...options.environment },
      execArgv: ['--no-warnings'],
      resourceLimits: { maxYoungGenerationSizeMb: youngMb(memory), maxOldGenerationSizeMb: memory },
    });
    worker.setMaxListeners(0);
    all.add(worker);
    worker.on('error', (error) => logError(options.logFile, '', 'Runtime.UnhandledError', String(error)));
    worker.on('exit', () => {
      all.delete(worker);
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    });
    return worker;
  };

  const admit = async (kind: InvocationKind): Promise<void> => {
    if (running[kind] >= LIMITS[kind]) await new Promise<void>((resolve) => queued[kind].push(resolve));
    else running[kind]++;
  };
  const release = (kind: InvocationKind): void => {
    const next = queued[kind].shift();
    if (next)
      next(); // hands its place on
    else running[kind]--;
  };

  return {
    name: options.name,
    arn: options.arn,
    async invoke(event, kind) {
      await admit(kind);
      if (stopped) throw new FunctionError('crash', 'Runtime.ExitError', 'The runner is stopping.');
      const worker = idle.pop() ?? start();
      try {
        const result = await runOn(worker, event, options);
        if (idle.length < KEEP) idle.push(worker);
        else await worker.terminate();
        return result;
      } catch (error) {
        // After an ordinary error the environment lives on; after a timeout or a crash it is gone.
        if (error instanceof FunctionError && error.kind === 'error') idle.push(worker);
        else await worker.terminate();
        throw error;
      } finally {
        release(kind);
      }
    },
    async stop() {
      stopped = true;
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function runOn(worker: Worker, event: unknown, { timeoutSeconds, logFile }: FunctionOptions): Promise<unknown> {
  const id = randomUUID();
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      finish();
    };
    const fail = (kind: FunctionError['kind'], type: string, message: string) =>
      settle(() => reject(new FunctionError(kind, type, message)));
    const onMessage = (answer: Answer) => {
      if (answer.id !== id) return;
      if (answer.error) fail('error', answer.error.type, answer.error.message);
      else settle(() => resolve(JSON.parse(answer.result ?? 'null')));
    };
    const onError = (error: unknown) => fail('crash', 'Runtime.UnhandledError', String(error));
    const onExit = () => fail('crash', 'Runtime.ExitError', 'The function ended its process.');
    const timer = setTimeout(() => {
      const message = `${id} Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
      logError(logFile, id, 'Sandbox.Timedout', message);
      fail('timeout', 'Sandbox.Timedout', message);
    }, timeoutSeconds * 1000);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage({ id, event: JSON.stringify(event), deadline: Date.now() + timeoutSeconds * 1000 });
  });
}

function logError(file: string, requestId: string, errorType: string, errorMessage: string): void {
  const line = { timestamp: new Date().toISOString(), level: 'ERROR', requestId, message: { errorType, errorMessage } };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
