import { randomUUID } from 'node:crypto';
import module, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker } from 'node:worker_threads';

type Methods = Record<string, (argument: never) => unknown>;
interface Reply {
  readonly id: string;
  readonly result?: unknown;
  readonly error?: string;
}

/** A server of the runner in a thread of its own, so that its work does not hold up the others'. */
export interface Thread {
  call<Result>(method: string, argument?: unknown): Promise<Result>;
  stop(): Promise<void>;
}

/** Starts the `thread.ts` of a folder as a thread that has the folder's name. It must call `serveParent`. */
export function startThread(file: URL): Thread {
  const name = file.pathname.split('/').at(-2) ?? '';
  const { code, loader } = codeOf(file, name);
  const worker = new Worker(code, { name, execArgv: ['--no-warnings', ...loader] });
  const waiting = new Map<string, (reply: Reply) => void>();
  let failure: string | undefined;
  const fail = (message: string) => {
    failure ??= message;
    for (const [id, settle] of waiting) settle({ id, error: message });
  };
  worker.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply));
  worker.on('error', (error) => fail(`The thread ${file.pathname} failed: ${String(error)}`));
  worker.on('exit', () => fail(`The thread ${file.pathname} has stopped.`));

  const call = <Result>(method: string, argument?: unknown): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(new Error(failure));
      const id = randomUUID();
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result as Result);
        else reject(new Error(error));
      });
      worker.postMessage({ id, method, argument });
    });

  return {
    call,
    async stop() {
      await call('close');
      await worker.terminate();
    },
  };
}

/** What a thread runs: its file in the bundle, beside this one; from the sources, as under jest, a loader translates it. */
function codeOf(file: URL, name: string): { readonly code: URL; readonly loader: readonly string[] } {
  if (!import.meta.url.endsWith('.ts')) return { code: new URL(`./${name}.mjs`, import.meta.url), loader: [] };
  // Named, not inherited: under jest this process has none.
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return { code: file, loader: ['--import', loader] };
}

/** Answers the parent's calls with these methods; one of them must be `close`. */
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
    // All that it runs on is loaded: kept now, where a code cache is on, as threads end without warning.
    if (!isWarm) module.flushCompileCache?.();
    isWarm = true;
  });
}
