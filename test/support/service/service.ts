import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bearer } from '../runner-token';
import { synthesizeBefore } from './synthesizer';

export interface Ready {
  readonly dataUrl: string;
  readonly rpcUrl: string;
  readonly controlUrl: string;
  readonly metricsUrl: string;
  readonly token: string;
  readonly apiKeys: Record<'free' | 'base' | 'growth' | 'pro', string>;
  readonly awsUrls: Record<'dynamodb' | 'sqs' | 's3', string>;
}
export type Json = Record<string, unknown>;
export interface Answer<T = Json> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** `npm run test:full` passes options that make the table fail at random. */
const TROUBLE = (process.env.TROUBLE ?? '').split(' ').filter(Boolean);

const folders: string[] = [];
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'chain-data-'));
  folders.push(made);
  return made;
}
export const removeFolders = (): void => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
};

/** Local mode as a user runs it, in a process that can be killed. */
export class Service {
  readonly dir: string;
  private child: ChildProcess | undefined;
  private ready: Ready | undefined;
  output = '';

  /** Without traces by default, which are slow in anvil; polled less, because many services share two cores. */
  constructor(config: Json | undefined, dir = folder()) {
    this.dir = dir;
    if (!config) return;
    const chains = (config.chains as Json[]).map((chain) => ({ traces: false, pollIntervalMs: 400, ...chain }));
    writeFileSync(join(dir, 'test-config.json'), JSON.stringify({ ...config, chains }));
  }

  get urls(): Ready {
    if (!this.ready) throw new Error('the service is not ready');
    return this.ready;
  }

  /** Throws with its output if it ends first. */
  async start(...args: string[]): Promise<this> {
    const config = join(this.dir, 'test-config.json');
    rmSync(join(this.dir, 'data', 'ready.json'), { force: true });
    const given = existsSync(config) ? ['--config', config] : [];
    if (given.length > 0) await synthesizeBefore(readFileSync(config, 'utf8'));
    const all = [
      'bin/start.mjs',
      'local',
      '--port',
      '0',
      '--rpc-port',
      '0',
      '--metrics-port',
      '0',
      '--data',
      join(this.dir, 'data'),
      ...given,
      ...args,
      ...TROUBLE,
    ];
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        this.output += String(chunk);
      });
    while (!existsSync(join(this.dir, 'data', 'ready.json'))) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`local mode ended: ${this.output}`);
      await wait(20);
    }
    await wait(20);
    this.ready = JSON.parse(readFileSync(join(this.dir, 'data', 'ready.json'), 'utf8')) as Ready;
    return this;
  }

  async ended(): Promise<number | null> {
    const { child } = this;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child?.exitCode ?? null;
  }
  async endedWithin(ms: number): Promise<boolean> {
    const until = Date.now() + ms;
    while (this.isRunning && Date.now() < until) await wait(20);
    return !this.isRunning;
  }
  get pid(): number | undefined {
    return this.child?.pid;
  }
  private get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }
  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.ended();
  }
  /** Throws if a function exceeded its IAM role, which AWS would deny. */
  async stop(): Promise<void> {
    const denied = this.isRunning && this.ready ? await deniedCalls(this.ready) : [];
    await this.end();
    expect(denied).toEqual([]);
  }
  private async end(): Promise<void> {
    this.child?.kill('SIGTERM');
    await this.ended();
  }

  get<T = Json>(path: string, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.send('GET', path, undefined, headers);
  }

  /** `body` is sent as JSON, strings unchanged. */
  async send<T = Json>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { 'x-service-api-key': this.urls.apiKeys.pro },
  ): Promise<Answer<T>> {
    const response = await fetch(this.urls.dataUrl + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }

  async all(path: string, field: string, pageSize: number, between?: () => Promise<void>): Promise<Json[]> {
    const rows: Json[] = [];
    let token: string | undefined;
    do {
      const query = `${path.includes('?') ? '&' : '?'}pageSize=${pageSize}${token ? `&pageToken=${token}` : ''}`;
      const { status, body } = await this.get(path + query);
      if (status !== 200) throw new Error(`${path}${query}: ${status} ${JSON.stringify(body)}`);
      rows.push(...(body[field] as Json[]));
      token = body.nextPageToken as string | undefined;
      await between?.();
    } while (token);
    return rows;
  }

  /** Also waits for warm functions: each caches its cursor for up to a second. */
  async indexed(chainId: string, block: number, timeoutMs = 120_000): Promise<void> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const { body } = await this.get<{ details: Record<string, { indexedBlock?: number }> }>('/v1/health-check');
      if ((body.details?.[`chain-${chainId}`]?.indexedBlock ?? -1) >= block) return wait(1_000);
      if (Date.now() > until) throw new Error(`chain ${chainId} is not indexed to ${block}: ${JSON.stringify(body)}`);
      await wait(200);
    }
  }

  /** Kills the process at the nth such call from now, or lets that call and the next ones fail. */
  async breakAt(step: {
    call: string;
    contains?: string;
    nth: number;
    when: 'before' | 'after' | 'fail';
    times?: number;
  }): Promise<void> {
    // The process may die before it responds; the caller checks that.
    const { controlUrl, token } = this.urls;
    const request = { method: 'POST', headers: bearer(token), body: JSON.stringify(step) };
    await fetch(`${controlUrl}/local/break`, request).catch(() => undefined);
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const deniedCalls = async (ready: Ready): Promise<[string, number][]> =>
  Object.entries(await getCalls(ready)).filter(([call]) => call.startsWith('denied '));

export const getCalls = async ({ controlUrl, token }: Pick<Ready, 'controlUrl' | 'token'>) => {
  const answer = await fetch(`${controlUrl}/local/calls`, { headers: bearer(token) });
  return (await answer.json()) as Record<string, number>;
};
