import { randomUUID } from 'node:crypto';
import module, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { describeDiskFailure } from './disk-failure';

type Methods = Record<string, (argument: never) => unknown>;
/** Unrecoverable for the thread, such as a full disk. */
interface Failure {
  readonly failure: string;
}
interface Reply {
  readonly id: string;
  readonly result?: unknown;
  readonly error?: string;
}

/** Node's profiler options of this process: threads do not inherit them. */
export const PROFILING = process.execArgv.filter((option) => option.startsWith('--cpu-prof'));

export interface Thread {
  /** `transfer`: parts of the argument to move to the thread, such as a port. */
  call<Result>(method: string, argument?: unknown, transfer?: readonly Transferable[]): Promise<Result>;
  stop(): Promise<void>;
}

/** `thread.ts` must call `serveParent`. `onLost`: the thread ends without `stop`, or cannot continue. */
export function startThread(file: URL, resourceLimits: ResourceLimits, onLost: (reason: string) => void): Thread {
  const name = file.pathname.split('/').at(-2) ?? '';
  const { code, loader } = toCode(file, name);
  const worker = new Worker(code, {
    name,
    execArgv: ['--no-warnings', ...PROFILING, ...loader],
    resourceLimits,
  });
  const waiting = new Map<string, (reply: Reply) => void>();
  let [failure, isStopping]: [string | undefined, boolean] = [undefined, false];
  const fail = (message: string): string => {
    failure ??= message;
    for (const [id, settle] of waiting) settle({ id, error: message });
    return failure;
  };
  worker.on('message', (message: Reply | Failure) => {
    if ('failure' in message) onLost(message.failure);
    else waiting.get(message.id)?.(message);
  });
  worker.on('error', (error) => fail(`The thread ${file.pathname} failed: ${String(error)}`));
  worker.on('exit', () => {
    const reason = fail(`The thread ${file.pathname} has stopped.`);
    if (!isStopping) onLost(reason);
  });

  const call = <Result>(method: string, argument?: unknown, transfer: readonly Transferable[] = []): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(new Error(failure));
      const id = randomUUID();
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result as Result);
        else reject(new Error(error));
      });
      worker.postMessage({ id, method, argument }, transfer);
    });

  return {
    call,
    async stop() {
      isStopping = true;
      await call('close').catch(() => undefined);
      await worker.terminate();
    },
  };
}

/** In the bundle, the file next to this one; from sources (as under jest), transpiled by a loader. */
function toCode(file: URL, name: string): { readonly code: URL; readonly loader: readonly string[] } {
  if (!import.meta.url.endsWith('.ts')) return { code: new URL(`./${name}.mjs`, import.meta.url), loader: [] };
  // Passed explicitly, as jest has no loader to inherit.
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return { code: file, loader: ['--import', loader] };
}

/** Ends the service, as later writes could not be relied on. */
export function reportDiskFailure(error: unknown, folder: string): void {
  const failure = describeDiskFailure(error, folder);
  if (failure !== undefined) parentPort?.postMessage({ failure } satisfies Failure);
}

/** `methods` must include `close`. */
export function serveParent(methods: Methods): void {
  const parent = parentPort;
  if (!parent) throw new Error('This file is a thread of the local runner; start it with startThread.');
  let isWarm = false;
  parent.on('message', async ({ id, method, argument }: { id: string; method: string; argument: never }) => {
    let reply: Reply;
    try {
      const serve = methods[method];
      if (!serve) throw new Error(`The thread has no method ${method}.`);
      reply = { id, result: await serve(argument) };
    } catch (error) {
      reply = { id, error: error instanceof Error ? error.message : String(error) };
    }
    parent.postMessage(reply);
    // Everything is loaded: flush the code cache now (if enabled), as threads may be terminated at any time.
    if (!isWarm) module.flushCompileCache?.();
    isWarm = true;
  });
}
