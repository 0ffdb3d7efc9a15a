import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bearer } from '../runner-token';
import { synthesizeBefore } from './synthesizer';

/** What local mode writes when it is ready. */
export interface Ready {
  readonly dataUrl: string;
  readonly rpcUrl: string;
  readonly controlUrl: string;
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

/** Options of local mode for all services, of `npm run test:full`: that its table is to trouble them. */
const TROUBLE = (process.env.TROUBLE ?? '').split(' ').filter(Boolean);

/** A folder for one test, gone with `removeFolders`. */
const folders: string[] = [];
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'chain-data-'));
  folders.push(made);
  return made;
}
export const removeFolders = (): void => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
};

/** Runs local mode as a user does, in a process that can be killed. */
export class Service {
  readonly dir: string;
  private child: ChildProcess | undefined;
  private ready: Ready | undefined;
  output = '';

  /** Chains are not traced unless they say so, for anvil traces slowly; and looked at less often, for many services share two cores. */
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

  /** Starts and waits until it is ready, or throws with what it printed. */
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

  /** The exit code, once it ended by itself. */
  async ended(): Promise<number | null> {
    const { child } = this;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child?.exitCode ?? null;
  }
  /** Whether it ends by itself in this time, ms. */
  async endedWithin(ms: number): Promise<boolean> {
    const until = Date.now() + ms;
    while (this.isRunning && Date.now() < until) await wait(20);
    return !this.isRunning;
  }
  /** The process. */
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
  /** Ends it. Throws if a function did what its role does not allow: AWS would have refused it. */
  async stop(): Promise<void> {
    const denied = this.isRunning && this.ready ? await deniedCalls(this.ready) : [];
    await this.end();
    expect(denied).toEqual([]);
  }
  private async end(): Promise<void> {
    this.child?.kill('SIGTERM');
    await this.ended();
  }

  /** GET with the pro key, unless other headers are given. */
  get<T = Json>(path: string, headers?: Record<string, string>): Promise<Answer<T>> {
    return this.send('GET', path, undefined, headers);
  }

  /** The same with any method; `body` is sent as JSON, strings unchanged. */
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

  /** All rows of a list, page after page; fails when a page repeats its token. */
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

  /**
   * Waits until a chain is indexed up to a block and every endpoint shows it: a warm function caches its cursor
   * for at most a second, each with its own.
   */
  async indexed(chainId: string, block: number, timeoutMs = 120_000): Promise<void> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const { body } = await this.get<{ details: Record<string, { indexedBlock?: number }> }>('/v1/health-check');
      if ((body.details?.[`chain-${chainId}`]?.indexedBlock ?? -1) >= block) return wait(1_000);
      if (Date.now() > until) throw new Error(`chain ${chainId} is not indexed to ${block}: ${JSON.stringify(body)}`);
      await wait(200);
    }
  }

  /** Kills the process at the nth call of this name from now on, or lets that call and those after it fail. */
  async breakAt(step: {
    call: string;
    contains?: string;
    nth: number;
    when: 'before' | 'after' | 'fail';
    times?: number;
  }): Promise<void> {
    // The process may die before the response is sent: the caller checks whether it ended.
    const { controlUrl, token } = this.urls;
    const request = { method: 'POST', headers: bearer(token), body: JSON.stringify(step) };
    await fetch(`${controlUrl}/local/break`, request).catch(() => undefined);
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The calls that functions made and their roles do not allow, with their numbers. */
const deniedCalls = async (ready: Ready): Promise<[string, number][]> =>
  Object.entries(await getCalls(ready)).filter(([call]) => call.startsWith('denied '));

/** The AWS calls that the service has made so far, by service and action. */
export const getCalls = async ({ controlUrl, token }: Pick<Ready, 'controlUrl' | 'token'>) => {
  const answer = await fetch(`${controlUrl}/local/calls`, { headers: bearer(token) });
  return (await answer.json()) as Record<string, number>;
};
