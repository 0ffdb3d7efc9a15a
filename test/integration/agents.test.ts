import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Demo, startDemo } from '../../demo/demo';
import { folder, removeFolders, Service } from '../support/service/service';

let demo: Demo;
let service: Service;
beforeAll(async () => {
  demo = await startDemo({ dataDir: folder() });
  const { chains, pChains } = demo;
  const plans = { anonymous: { rate: 20, burst: 40, quotaPerDay: 1_000 }, free: { webhooks: 5 } };
  service = await new Service({ chains, pChains, plans, docs: { rate: 1_000, burst: 1_000 } }).start();
  await service.indexed('31337', 10);
});
afterAll(async () => {
  await service?.stop();
  await demo?.stop();
  removeFolders();
});

/** The published client, as an agent uses it. */
async function connected(key?: string) {
  const client = new Client({ name: 'agent', version: '1' });
  const headers: Record<string, string> = key === undefined ? {} : { 'x-service-api-key': key };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.urls.dataUrl}/mcp`), { requestInit: { headers } }),
  );
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    const text = (content as { text: string }[])[0]?.text ?? '';
    return { isError, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
  return { client, call };
}

test('a published client lists the tools, and their results equal the API responses', async () => {
  const { client, call } = await connected(service.urls.apiKeys.pro);
  expect(client.getServerVersion()).toMatchObject({
    name: 'chain-data-service',
    version: expect.stringMatching(/^\d/),
  });
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(50);
  const chains = await call('supportedChains');
  expect(chains.body).toEqual((await service.get('/v1/chains')).body);
  const block = await call('getBlock', { chainId: '31337', blockId: 5 });
  expect(block.body).toEqual((await service.get('/v1/chains/31337/blocks/5')).body);
  const validators = await call('listValidators', { network: 'demo', pageSize: 1 });
  expect([validators.isError, validators.text]).toEqual([false, expect.stringContaining('NodeID-')]);
  await client.close();
});

test('every tool can be called without arguments beyond the required ones', async () => {
  const { client, call } = await connected(service.urls.apiKeys.pro);
  const { tools } = await client.listTools();
  const known: Record<string, unknown> = { chainId: '31337', blockId: '5', network: 'demo', metric: 'txCount' };
  for (const { name, inputSchema } of tools) {
    const given = Object.fromEntries(
      (inputSchema.required ?? []).map((one) => [
        one,
        known[one] ?? (inputSchema.properties?.[one] as { examples?: unknown[] })?.examples?.[0] ?? 'x',
      ]),
    );
    const { isError, text, body } = await call(name, given);
    // Missing data is a documented 400 or 404, never a 500.
    expect([name, isError ? [400, 404].includes(body?.statusCode) : text.startsWith('{')]).toEqual([name, true]);
  }
  await client.close();
});

test('tools read only what the request key permits', async () => {
  const anonymous = await connected();
  expect((await anonymous.call('supportedChains')).isError).toBe(false);
  const refused = await anonymous.call('listWebhooks');
  expect([refused.isError, refused.body]).toEqual([
    true,
    { statusCode: 401, message: 'this endpoint needs an API key', error: 'Unauthorized' },
  ]);
  const owner = await connected(service.urls.apiKeys.pro);
  expect((await owner.call('listWebhooks')).body).toEqual({ webhooks: [] });
  await expect(connected(`pro_other_${'x'.repeat(32)}`)).rejects.toThrow(/401|Unauthorized/i);
});

test('paging through tools neither repeats nor skips rows', async () => {
  const { call } = await connected(service.urls.apiKeys.pro);
  const hashes: string[] = [];
  for (let pageToken: string | undefined; hashes.length < 60; ) {
    const given = { chainId: '31337', pageSize: 7, ...(pageToken === undefined ? {} : { pageToken }) };
    const { body } = await call('listLatestTransactions', given);
    hashes.push(...body.transactions.map(({ txHash }: { txHash: string }) => txHash));
    pageToken = body.nextPageToken;
    if (pageToken === undefined) break;
  }
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes.length).toBeGreaterThan(10);
});

test('a client that asks for an event stream gets 405, with and without a key', async () => {
  for (const headers of [{}, { 'x-service-api-key': service.urls.apiKeys.pro ?? '' }])
    for (const method of ['GET', 'DELETE']) {
      const accept = 'text/event-stream';
      const answer = await fetch(`${service.urls.dataUrl}/mcp`, { method, headers: { accept, ...headers } });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      expect(await answer.json()).toMatchObject({ statusCode: 405, message: `${method} is not supported; use POST` });
    }
});

test('the limits of a plan apply to tools', async () => {
  const { call } = await connected();
  expect((await call('supportedChains')).isError).toBe(false);
  // Enough to use up the burst, by requests of which each calls the API once more.
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => call('supportedChains')));
  const refused = outcomes.flatMap((one) => (one.status === 'fulfilled' && one.value.isError ? [one.value.body] : []));
  const rejected = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused.length + rejected.length).toBeGreaterThan(0);
  for (const body of refused) expect(body).toMatchObject({ statusCode: 429, message: expect.any(String) });
  for (const one of rejected) expect(String((one as PromiseRejectedResult).reason)).toContain('429');
});

test('a message that is not JSON-RPC is rejected in the documented form', async () => {
  const send = (body: unknown, accept = 'application/json, text/event-stream') =>
    service.send('POST', '/mcp', body, { accept, 'x-service-api-key': service.urls.apiKeys.pro });
  expect((await send('{')).status).toBe(400);
  expect((await send([])).status).toBe(400);
  expect((await send({ hello: 1 })).body).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  expect((await send({ jsonrpc: '2.0', id: 1, method: 'ping' }, 'text/html')).status).toBe(406);
  const accepted = await fetch(`${service.urls.dataUrl}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'x-service-api-key': service.urls.apiKeys.pro,
    },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  });
  expect([accepted.status, await accepted.text()]).toEqual([202, '']);
  expect((await send({ jsonrpc: '2.0', id: 1, method: 'ping' })).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});

test('llms.txt links to Markdown guides, and every link in them resolves', async () => {
  const base = `${service.urls.dataUrl}/`;
  const links = (text: string) => [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
  const read = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const index = await read(`${base}llms.txt`);
  expect([index.status, index.type]).toEqual([200, 'text/plain; charset=utf-8']);
  const guides = links(index.text).filter((link) => link.endsWith('.md'));
  expect(guides.length).toBeGreaterThan(7);
  for (const guide of guides) {
    const { status, type, text } = await read(base + guide);
    expect([guide, status, type]).toEqual([guide, 200, 'text/markdown; charset=utf-8']);
    expect([guide, text.includes('{{')]).toEqual([guide, false]);
    for (const link of links(text).filter((one) => !one.startsWith('https://')))
      expect([guide, link, (await read(new URL(link, base + guide).href)).status]).toEqual([guide, link, 200]);
  }
});
