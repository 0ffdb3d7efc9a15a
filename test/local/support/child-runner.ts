import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A runner in a separate process. */
export interface ChildRunner {
  readonly urls: Readonly<Record<string, string>>;
  readonly controlUrl: string;
  readonly token: string;
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): Promise<void>;
}

/** Starts a runner in a separate process and waits until it is ready. */
export async function startChildRunner(assembly: string, dataDir: string): Promise<ChildRunner> {
  const child = spawn(process.execPath, ['bin/start.mjs', 'runner', assembly, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
  const early = ended.then((signal) => Promise.reject(new Error(`The runner ended at its start: ${signal}`)));
  const [ready] = await Promise.race([once(child.stdout, 'data'), early]);
  return {
    ...(JSON.parse(String(ready)) as Pick<ChildRunner, 'urls' | 'controlUrl' | 'token'>),
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
