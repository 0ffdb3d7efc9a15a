import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anvilBinary } from './anvil-binary';
import { stateFiles } from './anvil-state';
import { rpc } from './rpc';

/** Public. Its ten accounts hold 10,000 worthless coins each on every anvil chain. */
const TEST_MNEMONIC = 'test test test test test test test test test test test junk';

/** Far above the time to load a saved chain (about 1 s per 60 MB). */
const START_TIMEOUT_MS = 120_000;

export type AnvilOptions = {
  chainId: number;
  port?: number;
  mnemonic?: string;
  /** File to save the chain in and continue from. Without it, the chain is lost with the process. */
  statePath?: string;
  /** Seconds; without it, every transaction is mined immediately in its own block. */
  blockTime?: number;
  /** With `blockTime`: also mines transactions immediately; empty blocks keep the interval. */
  mixedMining?: boolean;
  extraArgs?: readonly string[];
  /** Lets the node outlive this process. By default it ends with it, even after SIGKILL. */
  detached?: boolean;
};

export type Anvil = {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
  kill(): void;
};

/** @throws Error (one sentence) if the binary is missing, the port is in use or the saved state is unreadable. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const cache = mkdtempSync(join(tmpdir(), 'anvil-'));
  const state = options.statePath ? stateFiles(options.statePath) : undefined;
  const candidates = state?.candidates() ?? [];
  for (const from of candidates.length > 0 ? candidates : [undefined]) {
    const args = [...toArgs(options), '--cache-path', cache, ...(state?.args(from) ?? [])];
    const child = spawn(anvilBinary(), args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    child.once('exit', () => rmSync(cache, { recursive: true, force: true }));
    if (!options.detached) endWithParent(child, cache);
    const started = await listening(child, options);
    if (started === 'incomplete state') continue;
    state?.loaded(from);
    const stopKeeping = state?.keep();
    child.once('exit', () => stopKeeping?.());
    const anvil = { url: `http://127.0.0.1:${started.port}`, ...started, ...controls(child) };
    await rpc(anvil.url, 'anvil_setLoggingEnabled', [false]);
    release(child);
    return anvil;
  }
  throw new Error(`The saved chain at ${options.statePath} is unreadable: delete its files to start a new one.`);
}

function toArgs(options: AnvilOptions): string[] {
  return [
    ...['--port', String(options.port ?? 0), '--chain-id', String(options.chainId)],
    ...['--mnemonic', options.mnemonic ?? TEST_MNEMONIC],
    // By arrival, so that the same transactions give the same blocks.
    ...['--order', 'fifo', '--color', 'never'],
    ...(options.blockTime ? ['--block-time', String(options.blockTime)] : []),
    ...(options.mixedMining ? ['--mixed-mining'] : []),
    ...(options.extraArgs ?? []),
  ];
}

// The shell reads from a pipe that closes with this process, even after SIGKILL.
const WATCHDOG = 'read -r _; kill -TERM "$0"; while kill -0 "$0" 2>&-; do sleep 0.1; done; rm -rf "$1"';

function endWithParent(child: ChildProcess, cache: string): void {
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  const watchdog = spawn('sh', ['-c', WATCHDOG, String(child.pid), cache], { stdio: [...stdio], detached: true });
  watchdog.unref();
  child.once('exit', () => watchdog.kill('SIGKILL'));
}

async function listening(
  child: ChildProcess,
  options: AnvilOptions,
): Promise<{ port: number; pid: number } | 'incomplete state'> {
  let output = '';
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-2000);
  });
  const port = await new Promise<number | undefined>((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    const settle = (value?: number) => {
      clearTimeout(timer);
      resolve(value);
    };
    child.once('error', () => settle());
    child.once('close', () => settle());
    child.stdout?.on('data', function read(chunk) {
      output += chunk;
      const found = /Listening on \S+:(\d+)\n/.exec(output);
      if (!found) return;
      child.stdout?.off('data', read).resume();
      settle(Number(found[1]));
    });
  });
  if (port && child.pid) return { port, pid: child.pid };
  if (errors.includes('failed to parse json file')) return 'incomplete state';
  if (errors.includes('Address already in use')) {
    throw new Error(`Port ${options.port} is in use: stop the other process, or choose another port.`);
  }
  throw new Error(`anvil did not start: ${errors.trim().split('\n')[0] || `no answer within ${START_TIMEOUT_MS} ms`}`);
}

function controls(child: ChildProcess): Pick<Anvil, 'stop' | 'kill'> {
  const gone = () => child.exitCode !== null || child.signalCode !== null;
  return {
    async stop() {
      if (gone()) return;
      const exit = once(child, 'exit');
      child.ref();
      child.kill('SIGTERM');
      await exit;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Lets this process exit although the node still runs: otherwise a failed test would hang. */
function release(child: ChildProcess): void {
  child.unref();
  child.stdout?.destroy();
  child.stderr?.destroy();
}
