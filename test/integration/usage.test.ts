import { createQueueClient } from '../../local/queues';
import { FULL } from '../support/full';
import { runCli } from '../support/service/command';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const OWNERS = ['north', 'east', 'south', 'west', 'middle'] as const;
/** Requests of all owners together. */
const REQUESTS = FULL ? 10_000 : 500;
const AT_ONCE = 16;
/** Maximum time until everything is counted, ms: two minutes on AWS, seconds here. */
const LIMIT = 60_000;
/** Requests with different outcomes: found, not found, and rejected by the handler. */
const PATHS = ['/v1/chains', '/v1/chains/1', '/v1/chains/0x', '/v1/chains/999', '/v1/webhooks', '/v1/operations/none'];
const USAGE = '/v1/apiUsageMetrics';

type Counts = Record<string, number>;
const add = (counts: Counts, name: string | number) => {
  counts[name] = (counts[name] ?? 0) + 1;
};
const withoutOwn = ({ [USAGE]: _, ...counts }: Counts): Counts => counts;

describe(`the usage of ${OWNERS.length} owners, ${REQUESTS} requests`, () => {
  let service: Service;
  const keys: Record<string, string> = {};
  /** The callers' own counts, by status and by path. */
  const own: Record<string, { byStatus: Counts; byPath: Counts }> = {};

  beforeAll(async () => {
    const plans = {
      anonymous: { rate: 2, burst: 5 },
      free: { rate: 2, burst: 10 },
      ...Object.fromEntries(['base', 'growth', 'pro'].map((plan) => [plan, { rate: 5_000, burst: 10_000 }])),
    };
    const dead = 'http://127.0.0.1:9';
    const chains = [{ chainId: '1', index: false, rpcUrl: dead }];
    service = await new Service({ chains, pChains: [{ network: 'fuji', rpcUrl: dead }], plans }).start();
    for (const owner of [...OWNERS, 'quiet']) {
      // One owner exceeds its rate.
      const plan = owner === 'middle' ? 'free' : 'pro';
      const made = await runCli(service, 'keys', 'create', '--name', owner, '--owner', owner, '--plan', plan, '--json');
      keys[owner] = (JSON.parse(made.stdout) as { key: string }).key;
      own[owner] = { byStatus: {}, byPath: {} };
    }
  });
  afterAll(async () => {
    await service?.stop();
    removeFolders();
  });

  async function send(owner: string, url: string, resource: string, init: RequestInit = {}): Promise<void> {
    const response = await fetch(url, {
      ...init,
      headers: { 'x-service-api-key': keys[owner] ?? '', ...init.headers },
    });
    await response.arrayBuffer();
    add(own[owner]?.byStatus ?? {}, response.status);
    add(own[owner]?.byPath ?? {}, resource);
  }
  const getResource = (path: string) =>
    path
      .replace(/\?.*/, '')
      .replace(/^\/v1\/chains\/\w+$/, '/v1/chains/{chainId}')
      .replace(/^\/v1\/operations\/\w+$/, '/v1/operations/{operationId}');
  async function sendAll(count: number): Promise<void> {
    const urls = Array.from({ length: count }, (_, n) => {
      const owner = OWNERS[n % OWNERS.length] ?? OWNERS[0];
      if (n % 7 === 0) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'platform.getHeight' });
        const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
        return () => send(owner, `${service.urls.rpcUrl}/ext/bc/P`, '/ext/bc/P', init);
      }
      const path = PATHS[n % PATHS.length] ?? '';
      return () => send(owner, service.urls.dataUrl + path, getResource(path));
    });
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = urls.shift(); next; next = urls.shift()) await next();
      }),
    );
  }

  /** An owner's requests by group. This is a request too, to a path that the callers do not count. */
  async function counted(owner: string, groupBy: string, filter = ''): Promise<Counts> {
    const headers = { 'x-service-api-key': keys[owner] ?? '' };
    const { status, body } = await service.get(`${USAGE}?groupBy=${groupBy}${filter}`, headers);
    // The owner with the low rate.
    if (status === 429) return wait(400).then(() => counted(owner, groupBy, filter));
    expect([status, body.orgId]).toEqual([200, owner]);
    const values = (body.metrics as { values: { groupValue: string; totalRequests: number }[] }[]).flatMap(
      (point) => point.values,
    );
    return Object.fromEntries(values.map(({ groupValue, totalRequests }) => [groupValue, totalRequests]));
  }
  /** The counts once they are as expected, or the last ones after the limit. */
  async function settled(expected: Counts, ask: () => Promise<Counts>): Promise<Counts> {
    const until = Date.now() + LIMIT;
    for (;;) {
      const found = await ask();
      if (JSON.stringify(sorted(found)) === JSON.stringify(sorted(expected)) || Date.now() > until) return found;
      await wait(500);
    }
  }
  const sorted = (counts: Counts) => Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1));

  async function expectOwnCounts(): Promise<void> {
    for (const owner of OWNERS) {
      const { byPath = {}, byStatus = {} } = own[owner] ?? {};
      const ask = async () => withoutOwn(await counted(owner, 'requestPath'));
      expect([owner, await settled(byPath, ask)]).toEqual([owner, byPath]);
      const statuses: Counts = {};
      for (const path of Object.keys(byPath))
        for (const [status, count] of Object.entries(
          await counted(owner, 'responseCode', `&requestPath=${encodeURIComponent(path)}`),
        ))
          statuses[status] = (statuses[status] ?? 0) + count;
      expect([owner, statuses]).toEqual([owner, byStatus]);
    }
  }

  test('usage equals each owner’s own counts by path and status, including rejected requests', async () => {
    // Concurrently: one after another a slow machine would stay below the rate.
    await Promise.all(
      Array.from({ length: 40 }, () => send('middle', `${service.urls.dataUrl}/v1/chains`, '/v1/chains')),
    );
    await sendAll(REQUESTS);
    const refused = Object.keys(own.middle?.byStatus ?? {});
    expect(refused).toContain('429');
    await expectOwnCounts();
  });

  test('forged keys that name an owner do not count for that owner', async () => {
    const forged = `pro_north_${'x'.repeat(32)}`;
    for (let n = 0; n < 5; n++) {
      const { status } = await service.get('/v1/chains', { 'x-service-api-key': forged });
      expect(status).toBe(401);
    }
    await service.get('/v1/live-check', {});
    const nobody = async () => {
      const { stdout } = await runCli(service, 'usage', '--all', '--json');
      const found = (JSON.parse(stdout) as { owner: string; byStatus: Counts }[]).find(
        ({ owner }) => owner === '(no key)',
      );
      return { 401: found?.byStatus['401'] ?? 0 };
    };
    expect(await settled({ 401: 5 }, nobody)).toEqual({ 401: 5 });
    await expectOwnCounts();
  });

  const KILLS = [
    ['an object is stored, before it is announced', { call: 's3:PutObject', contains: 'requests/', when: 'after' }],
    ['requests are added, before the run ends', { call: 'dynamodb:UpdateItem', contains: 'uh#quiet', when: 'after' }],
    ['an object is about to be stored', { call: 's3:PutObject', contains: 'requests/', when: 'before' }],
    ['requests are about to be added', { call: 'dynamodb:UpdateItem', contains: 'uh#quiet', when: 'before' }],
  ] as const;
  test.each(KILLS.slice(0, FULL ? undefined : 2))(
    'usage is complete and counted once after a kill when %s',
    async (_, step) => {
      const before = (await counted('quiet', 'requestPath'))['/v1/chains'] ?? 0;
      await service.breakAt({ ...step, nth: 1 });
      let [sent, answered] = [0, 0];
      const send = () => service.get('/v1/chains', { 'x-service-api-key': keys.quiet ?? '' });
      // One after another, so that the kill hits at most one of them.
      for (; sent < 30; sent++) if (await send().catch(() => undefined)) answered++;
      await service.ended();
      await service.start();
      const added = async () => ((await counted('quiet', 'requestPath'))['/v1/chains'] ?? 0) - before;
      const until = Date.now() + LIMIT;
      while (((await added()) < answered || (await waiting()) > 0) && Date.now() < until) await wait(300);
      expect(await added()).toBeGreaterThanOrEqual(answered);
      expect(await added()).toBeLessThanOrEqual(sent);
      expect(answered).toBeGreaterThan(0);
    },
  );
  /** Announced objects that are not counted yet. */
  async function waiting(): Promise<number> {
    const sqs = createQueueClient(service.urls.awsUrls.sqs, service.urls.token);
    const { QueueUrls } = await sqs<{ QueueUrls: string[] }>('ListQueues', {
      QueueNamePrefix: 'chain-data-usage-CountRequests',
    });
    const { Attributes } = await sqs<{ Attributes: Record<string, string> }>('GetQueueAttributes', {
      QueueUrl: QueueUrls[0],
      AttributeNames: ['All'],
    });
    return Number(Attributes.ApproximateNumberOfMessages) + Number(Attributes.ApproximateNumberOfMessagesNotVisible);
  }

  test('the log lists each request with its path as sent, and never a key', async () => {
    const headers = { 'x-service-api-key': keys.north ?? '' };
    const { status, body } = await service.get('/v1/apiLogs?pageSize=100&requestPath=/v1/chains/{chainId}', headers);
    const logs = body.logs as (Json & { requestPath: string; chainId?: string })[];
    expect([status, logs.length > 0]).toEqual([200, true]);
    expect(new Set(logs.map(({ requestPath, chainId }) => `${requestPath} ${chainId ?? 'none'}`))).toEqual(
      new Set(['/v1/chains/0x none', '/v1/chains/1 1', '/v1/chains/999 none']),
    );
    expect(JSON.stringify(body)).not.toContain(keys.north);
    const other = await service.get('/v1/apiLogs?orgId=east', headers);
    expect(other.status).toBe(404);
  });

  test('the CLI shows the usage with its cost', async () => {
    const { code, stdout } = await runCli(service, 'usage', '--owner', 'north', '--since', '24h', '--cost');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^north: [\d,]+ requests, \$0\.00\d\d \(.*200: [\d,]+/)]);
    const wrong = await runCli(service, 'usage', '--since', '24h');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('specify either --owner <id> or --all')]);
  });
});
