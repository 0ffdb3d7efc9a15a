import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { avalanchegoBinary, lastLine } from './binary';

/** Far above the second or two that a one-node network takes. */
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** A running avalanchego, the only node of its network. */
export type Avalanchego = {
  /** The base URL, without a path. */
  url: string;
  /** Stops the node, and deletes its data unless the folder was given. */
  stop(): Promise<void>;
};

export type NodeOptions = {
  /** The data folder. Default: a new one, deleted on stop. */
  folder?: string;
  /** Additional flags. Default: a local network without sybil protection. */
  flags?: readonly string[];
  /** 0, the default, picks any free port. */
  port?: number;
};

/** A local network without sybil protection: the node validates without a stake, but cannot verify Warp messages. */
const LOCAL = [
  ...['--network-id=local', '--sybil-protection-enabled=false'],
  ...['--staking-ephemeral-cert-enabled', '--staking-ephemeral-signer-enabled'],
];

/**
 * Starts a real avalanchego as a one-node network on free local ports, and waits until its P-Chain answers.
 * @throws Error with one sentence if the program is missing or does not start.
 */
export async function startAvalanchego({ folder, flags = LOCAL, port = 0 }: NodeOptions = {}): Promise<Avalanchego> {
  const binary = avalanchegoBinary();
  const data = folder ?? mkdtempSync(join(tmpdir(), 'avalanchego-'));
  // The node writes its address there once it listens.
  rmSync(join(data, 'process.json'), { force: true });
  const child = spawn(binary, [...toArgs(data, port), ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  const signal = (name: 'SIGTERM' | 'SIGKILL') => {
    // A program that failed to run has no process, and Node would signal this process group instead.
    if (child.pid !== undefined) child.kill(name);
  };
  const kill = () => signal('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-2_000);
    });
  const exited = once(child, 'exit').catch((error: Error) => {
    output = error.message;
  });
  const stop = async () => {
    signal('SIGTERM');
    await exited;
    process.off('exit', kill);
    if (folder === undefined) rmSync(data, { recursive: true, force: true });
  };
  const deadline = performance.now() + START_TIMEOUT_MS;
  const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  while (running() && performance.now() < deadline) {
    const url = urlIn(data);
    if (url && (await answers(url))) return { url, stop };
    await sleep(POLL_MS);
  }
  const ended = running()
    ? `no answer in ${START_TIMEOUT_MS} ms`
    : `it ended with ${child.exitCode ?? child.signalCode}`;
  await stop();
  throw new Error(`avalanchego did not start: ${lastLine(output) || ended}`);
}

const toArgs = (folder: string, port: number): string[] => [
  ...[`--data-dir=${folder}`, '--http-host=127.0.0.1', `--http-port=${port}`],
  ...['--staking-host=127.0.0.1', '--staking-port=0', '--public-ip=127.0.0.1', '--bootstrap-ips=', '--bootstrap-ids='],
  // The default of 32,768 exceeds the limit of many machines.
  '--fd-limit=8192',
];

function urlIn(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, 'process.json'), 'utf8')) as { uri?: string }).uri;
  } catch {
    return undefined;
  }
}

async function answers(url: string): Promise<boolean> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{}}';
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/ext/bc/P`, { method: 'POST', headers, body }).catch(() => undefined);
  return response?.status === 200 && (await response.text()).includes('"height"');
}
