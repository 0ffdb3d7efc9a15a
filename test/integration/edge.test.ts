import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { rows } from '../../docs/samples/rows.mjs';
import { inlineIn, loadedBy } from '../support/endpoints/page-loads';
import { mine, rpc, sendTransfers } from '../support/node/anvil';
import { folder, type Json, removeFolders, Service, wait } from '../support/service/service';

const [ONE, TWO, LISTED] = ['31337', '31338', '31339'];
/** The first account of every anvil. */
const FAUCET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** Its source is the node of another chain. */
const MISTAKEN = '31340';
const [BLOCKCHAIN_ID, PLATFORM_CHAIN_ID] = [
  '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
  'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
];
const UNKNOWN = `0x${'ab'.repeat(32)}`;
const SOMEONE = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

// These services synthesize for themselves, as for a user, and some of the configurations are invalid.
const { SYNTHESIZER_URL = '' } = process.env;
process.env.SYNTHESIZER_URL = '';
afterAll(() => {
  process.env.SYNTHESIZER_URL = SYNTHESIZER_URL;
});

describe('the edge with two indexed and two unindexed chains', () => {
  let anvils: Anvil[] = [];
  let service: Service;
  beforeAll(async () => {
    anvils = await Promise.all([ONE, TWO, LISTED].map((id) => startAnvil({ chainId: Number(id) })));
    for (const anvil of anvils) await sendTransfers(anvil.url, 5);
    const described = join(folder(), 'addresses.json');
    const faucet = { chainId: Number(ONE), address: FAUCET, name: 'Faucet', logoAsset: { imageUri: 'ipfs://faucet' } };
    writeFileSync(described, JSON.stringify({ addresses: [faucet] }));
    service = await new Service({
      addressMetadata: [described],
      // Small enough to reach, in this order, from a test.
      plans: {
        anonymous: { rate: 5, burst: 5, quotaPerDay: 25 },
        free: { rate: 10, burst: 10, quotaPerDay: 25 },
      },
      chains: anvils
        .map((anvil, i) => ({
          chainId: [ONE, TWO, LISTED][i],
          network: i === 1 ? 'testnet' : 'mainnet',
          rpcUrl: anvil.url,
          index: i < 2,
          ...(i === 0 ? { blockchainId: BLOCKCHAIN_ID } : {}),
          ...(i === 1 ? { platformChainId: PLATFORM_CHAIN_ID } : {}),
        }))
        .concat({ chainId: MISTAKEN, network: 'mainnet', rpcUrl: anvils[0]?.url ?? '', index: false }),
    }).start();
    await Promise.all([service.indexed(ONE, 5), service.indexed(TWO, 5)]);
  });
  afterAll(async () => {
    await service?.stop();
    for (const anvil of anvils) await anvil.stop();
    removeFolders();
  });

  const at = (path: string) => `/v1/chains/${ONE}${path}`;
  test.each([
    [at('/blocks?pageSize=0'), 'pageSize'],
    [at('/blocks?pageSize=101'), 'pageSize'],
    [at('/blocks?pageSize=abc'), 'pageSize'],
    [at('/blocks?pageSize=1&pageSize=2'), 'pageSize'],
    [at('/blocks?pageToken=abc'), 'pageToken'],
    [at('/blocks/0x12'), 'blockId'],
    [at('/blocks/latest'), 'blockId'],
    [at('/transactions/0x12'), 'txHash'],
    [at('/transactions?status=ok'), 'status'],
    [at('/addresses/0x12/transactions'), 'address'],
    [at(`/addresses/${SOMEONE}/transactions?sortOrder=up`), 'sortOrder'],
    [at(`/addresses/${SOMEONE}/transactions?startBlock=5&endBlock=4`), 'endBlock'],
    [at(`/addresses/${SOMEONE}/balances:getNative?currency=xyz`), 'currency'],
    ['/v1/chains/not_a_chain', 'chainId'],
    ['/v1/chains?network=moon', 'network'],
    ['/v1/address/0x12/chains', 'address'],
  ])('%s gets 400 naming %s', async (path, name) => {
    const { status, body } = await service.get(path);
    expect([status, body.statusCode, body.error]).toEqual([400, 400, 'Bad Request']);
    expect(body.message).toMatch(new RegExp(`^${name}: .{5,}`));
  });

  test('unknown parameters are ignored, and named in a header', async () => {
    const { status, body, headers } = await service.get(at('/blocks?pageSize=1&page=2&_=1790000000000'));
    expect([status, body.blocks]).toEqual([200, [expect.anything()]]);
    expect(headers.get('x-ignored-parameters')).toBe('page,_');
  });

  test('every preflight allows any header, and has a request ID', async () => {
    for (const path of ['/v1/chains', '/v1/webhooks', '/v1/health-check', '/docs']) {
      const { status, headers } = await fetch(service.urls.dataUrl + path, { method: 'OPTIONS' });
      const allowed = String(headers.get('access-control-allow-headers')).split(',');
      expect([path, status, allowed]).toEqual([path, 200, expect.arrayContaining(['*', 'authorization'])]);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('a block that the caller already has gets 304', async () => {
    const asked = at('/blocks/1');
    const first = await service.get(asked);
    expect(first.headers.get('cache-control')).toMatch(/^(no-cache|public, max-age=31536000, immutable)$/);
    const known = { 'if-none-match': String(first.headers.get('etag')) };
    const again = await fetch(service.urls.dataUrl + asked, { headers: known });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('a page token of another list gets 400, and another page size is accepted', async () => {
    const { body } = await service.get(at('/blocks?pageSize=2'));
    const other = await service.get(at(`/transactions?pageToken=${body.nextPageToken}`));
    expect([other.status, other.body.message]).toEqual([400, expect.stringMatching(/^pageToken: /)]);
    expect((await service.get(at(`/blocks?pageSize=3&pageToken=${body.nextPageToken}`))).status).toBe(200);
  });

  test.each([
    '/v1/chains/999',
    '/v1/chains/999/blocks',
    `/v1/chains/${LISTED}/blocks`,
    at('/blocks/999999'),
    at(`/blocks/${UNKNOWN}`),
    at(`/blocks/${UNKNOWN}/transactions`),
    at(`/transactions/${UNKNOWN}`),
    '/v1/nothing',
    '/docs/nothing.js',
  ])('%s gets 404 in our error shape', async (path) => {
    const { status, body } = await service.get(path);
    expect([status, body]).toEqual([404, { message: expect.any(String), statusCode: 404, error: 'Not Found' }]);
  });

  test('a method that the path does not have gets 404', async () => {
    const response = await fetch(`${service.urls.dataUrl}${at('/blocks')}`, {
      method: 'DELETE',
      headers: { 'x-service-api-key': service.urls.apiKeys.pro },
    });
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: 'path or method not found', statusCode: 404, error: 'Not Found' },
    ]);
  });

  test('a body over the limit gets 400', async () => {
    const url = new URL(service.urls.dataUrl + at('/blocks'));
    const headers = { 'x-service-api-key': service.urls.apiKeys.pro, 'content-type': 'application/json' };
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const sent = request(
        url,
        { method: 'GET', headers: { ...headers, 'content-length': 11_000_000 } },
        (response) => {
          let body = '';
          response.on('data', (chunk) => {
            body += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode, body }));
        },
      );
      sent.on('error', reject);
      sent.end(Buffer.alloc(11_000_000, 'x'));
    });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      400,
      { message: 'body: must be at most 10 MB', statusCode: 400, error: 'Bad Request' },
    ]);
  });

  test('the port of the node RPC answers 404 in our error shape without P-Chains', async () => {
    const response = await fetch(`${service.urls.rpcUrl}/ext/bc/P`, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: expect.any(String), statusCode: 404, error: 'Not Found' },
    ]);
  });

  test('an unknown key, and a key edited to another plan, get 401', async () => {
    for (const key of ['nonsense', service.urls.apiKeys.free.replace('free_', 'pro_')]) {
      const { status, body, headers } = await service.get('/v1/chains', { 'x-service-api-key': key });
      expect([status, body.error, headers.get('access-control-allow-origin')]).toEqual([401, 'Unauthorized', '*']);
    }
  });

  test('the shared anonymous rate and the daily quota of a key get 429 with Retry-After, other keys do not', async () => {
    // Earlier tests make anonymous requests too; the bucket refills within a second.
    await wait(1_000);
    // Concurrently: one after the other they might be slower than the bucket refills.
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.get('/v1/chains', {})));
    const refused = answers.find(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(refused?.headers.get('access-control-expose-headers')).toMatch(/Retry-After.*x-request-id/);
    expect(refused?.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(refused?.body).toEqual({
      ...{ message: expect.any(String), statusCode: 429, error: 'Too Many Requests' },
      // In the Etherscan dialect.
      ...{ status: '0', result: 'Max calls per sec rate limit reached' },
    });
    expect((await service.get('/v1/chains')).status).toBe(200);
    // The health check needs no key, and does not use the bucket.
    expect((await service.get('/v1/health-check', {})).status).toBe(200);

    const key = { 'x-service-api-key': service.urls.apiKeys.free };
    let last = await service.get('/v1/chains', key);
    for (let i = 0; i < 40 && last.headers.get('retry-after') !== '3600'; i++) {
      await wait(110);
      last = await service.get('/v1/chains', key);
    }
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '3600']);
  });

  test('the paging sample of the guides yields every row once, and waits for Retry-After', async () => {
    const hashes: unknown[] = [];
    // Without a key: five requests at once, then five a second.
    for await (const row of rows(`${service.urls.dataUrl}${at('/blocks')}?pageSize=1`, 'blocks'))
      hashes.push(row.blockHash);
    const all = await service.all(at('/blocks'), 'blocks', 100);
    expect(hashes).toEqual(all.map((row) => row.blockHash));
    expect(hashes.length).toBeGreaterThanOrEqual(6);
    const bad = rows(`${service.urls.dataUrl}${at('/blocks')}?pageSize=0`, 'blocks', service.urls.apiKeys.pro);
    await expect(bad.next()).rejects.toThrow('400 Bad Request: pageSize: must be');
  });

  test('a preflight allows the API key header', async () => {
    const response = await fetch(`${service.urls.dataUrl}/v1/chains`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
      200,
      expect.stringContaining('x-service-api-key'),
    ]);
  });

  test('a key is shown on creation only, listed without its value, and rejected after revocation', async () => {
    const cli = (...args: string[]) =>
      JSON.parse(
        execFileSync(
          process.execPath,
          ['bin/start.mjs', 'cli', 'keys', ...args, '--local', join(service.dir, 'data'), '--json'],
          { encoding: 'utf8' },
        ),
      );
    const { id, key } = cli('create', '--name', 'test', '--owner', 'tester', '--plan', 'growth') as {
      id: string;
      key: string;
    };
    expect(key).toMatch(/^growth_tester_[A-Za-z0-9]{32}$/);
    const listed = cli('list') as Json[];
    expect(listed.find((k) => k.id === id)).toMatchObject({ name: 'test', owner: 'tester', plan: 'growth' });
    expect(JSON.stringify(listed)).not.toContain(key);
    expect((await service.get('/v1/chains', { 'x-service-api-key': key })).status).toBe(200);
    cli('revoke', id);
    expect((await service.get('/v1/chains', { 'x-service-api-key': key })).status).toBe(401);
    expect((cli('list') as Json[]).some((k) => k.id === id)).toBe(false);
  });

  test.each([
    ...['/', '/docs', '/docs/rates', '/docs/swagger-ui.css', '/docs/nothing.js', '/v1/openapi.json'],
    ...['/v1/live-check', '/v1/health-check'],
  ])('HEAD %s is answered like GET, without a body', async (path) => {
    const [get, head] = await Promise.all([ask('GET', path), ask('HEAD', path)]);
    const lasting = ({ date: _date, 'x-amzn-requestid': id, ...headers }: IncomingHttpHeaders) => ({
      ...headers,
      'x-request-id': headers['x-request-id'] === id,
      // Its numbers change between requests, in length as well.
      ...(path === '/v1/health-check' ? { 'content-length': expect.any(String), etag: expect.any(String) } : {}),
    });
    expect([head.status, lasting(head.headers)]).toEqual([get.status, lasting(get.headers)]);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
    expect([get.bytes > 0, head.bytes]).toEqual([true, 0]);
  });
  test('HEAD of any other path gets 404 without a body', async () => {
    for (const path of ['/v1/chains', '/v1/nothing', '/nothing', '/v1/webhooks']) {
      const { status, bytes } = await ask('HEAD', path);
      expect([path, status, bytes]).toEqual([path, 404, 0]);
    }
  });
  /** A request without a key that accepts compressed responses, with the byte count of the body. */
  const ask = (method: 'GET' | 'HEAD', path: string) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: number }>((resolve, reject) => {
      const url = `${service.urls.dataUrl}${path}`;
      const sent = request(url, { method, headers: { 'accept-encoding': 'gzip' } }, async (response) => {
        let bytes = 0;
        for await (const part of response) bytes += (part as Buffer).length;
        resolve({ status: response.statusCode, headers: response.headers, bytes });
      });
      sent.on('error', reject).end();
    });

  test('the root serves the status page as HTML with its policy', async () => {
    const { status, headers, body } = await service.get<string>('/', {});
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/);
    expect(loadedBy(inlineIn(body).rest).filter(({ url }) => !url.startsWith('data:'))).toEqual([]);
    expect(body).toContain('<h1>Service status</h1>');
    expect(service.output).toContain(`Open ${service.urls.dataUrl}/#key=${service.urls.apiKeys.free}\n`);
  });

  test('the guides are served with the plans of this deployment', async () => {
    const { status, headers, body } = await service.get<string>('/docs/rates', {});
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const cells = ['<code>free</code>', '10', '10', '25'].map((cell) => `<td[^>]*>${cell}</td>`);
    expect(body).toMatch(new RegExp(cells.join('\\s*')));
  });

  test('the documentation is served completely from this origin', async () => {
    const page = (await service.get<string>('/docs', {})).body;
    const sources = loadedBy(page)
      .map(({ url }) => url)
      .filter((url) => !url.startsWith('data:'));
    expect(sources).toHaveLength(5);
    for (const url of sources) expect((await service.get<string>(`/${url}`, {})).body.length).toBeGreaterThan(50);
    expect((await service.get('/v1/openapi.json', {})).body).toMatchObject({ openapi: '3.1.0' });
  });

  test('chains are found by network, feature and alternative IDs, and unindexed chains are listed and queried too', async () => {
    const ids = async (query: string) =>
      ((await service.get(`/v1/chains${query}`)).body.chains as Json[]).map((chain) => chain.chainId);
    expect(await ids('')).toEqual([ONE, TWO, LISTED, MISTAKEN]);
    for (const [chainId, status] of [
      [LISTED, 'OK'],
      [MISTAKEN, 'UNAVAILABLE'],
    ])
      expect((await service.get(`/v1/chains/${chainId}`)).body).toMatchObject({ chainId, status });
    expect(await ids('?network=fuji')).toEqual([TWO]);
    expect(await ids('?feature=webhooks')).toEqual([ONE, TWO]);
    for (const [id, chainId] of [
      [BLOCKCHAIN_ID, ONE],
      [PLATFORM_CHAIN_ID, TWO],
    ])
      for (const path of [`/v1/chains/${id}/blocks?pageSize=1`, `/v1/blocks?chainId=${id}&pageSize=1`])
        expect((await service.get(path)).body.blocks).toEqual([expect.objectContaining({ chainId })]);
    const [sender] = (await rpc(anvils[0]?.url ?? '', 'eth_accounts', [])) as string[];
    const { body } = await service.get(`/v1/address/${sender}/chains`);
    expect((body.indexedChains as Json[]).map((chain) => chain.chainId)).toEqual([ONE, TWO]);
    expect(body.unindexedChains).toEqual([LISTED]);
  });

  test('addresses have the names and logos of the operator’s file, on its chain only', async () => {
    const named = { name: 'Faucet', logoUri: 'ipfs://faucet', address: FAUCET };
    for (const [chainId, from] of [
      [ONE, named],
      [TWO, { address: FAUCET }],
    ] as const)
      for (const path of [`/v1/chains/${chainId}/transactions`, `/v1/transactions?chainId=${chainId}`]) {
        const { transactions } = (await service.get<Record<string, Json[]>>(path)).body;
        expect([path, transactions?.find((one) => (one.from as Json).address === FAUCET)?.from]).toEqual([path, from]);
      }
  });

  test('lists over all chains are ordered by time with each row once, and can be limited to one chain', async () => {
    for (const sortOrder of ['desc', 'asc']) {
      const rows = await service.all(`/v1/transactions?sortOrder=${sortOrder}`, 'transactions', 3);
      const times = rows.map((row) => Number(row.blockTimestamp));
      expect(times).toEqual(times.toSorted((a, b) => (sortOrder === 'asc' ? a - b : b - a)));
      expect(new Set(rows.map((row) => `${row.chainId} ${row.txHash}`)).size).toBe(rows.length);
    }
    const own = await service.all(`/v1/chains/allTransactions?chainId=${TWO}&sortOrder=asc`, 'transactions', 2);
    expect(own.map((row) => row.chainId)).toEqual(Array.from({ length: own.length }, () => TWO));
    expect(own).toHaveLength(5);
    expect(
      (await service.all('/v1/chains/allBlocks?network=mainnet', 'blocks', 7)).every((row) => row.chainId === ONE),
    ).toBe(true);
  });

  test('a node that is down stops only its own chain, is reported, and leaves the last balances readable', async () => {
    const [first, second] = anvils;
    if (!first || !second) throw new Error('no nodes');
    const [sender] = (await rpc(second.url, 'eth_accounts', [])) as string[];
    const asked = `/v1/chains/${TWO}/addresses/${sender}/balances:getNative`;
    const before = (await service.get(asked)).body;
    await second.stop();
    await mine(first.url, 5);
    await service.indexed(ONE, Number(await rpc(first.url, 'eth_blockNumber', [])));
    const health = async () =>
      (await service.get<{ status: string; error: Record<string, Json> }>('/v1/health-check')).body;
    while ((await health()).status === 'ok') await wait(100);
    expect(Object.keys((await health()).error)).toEqual([`chain-${TWO}`]);
    expect((await service.get(asked)).body).toMatchObject({
      nativeTokenBalance: { balance: (before.nativeTokenBalance as Json).balance },
    });
    const stranger = await service.get(`/v1/chains/${TWO}/addresses/${SOMEONE}/balances:getNative`);
    expect([stranger.status, stranger.body.error]).toEqual([503, 'Service Unavailable']);

    // A known chain starts without its node.
    await service.kill();
    await service.start();
    expect((await service.get(`/v1/chains/${TWO}/transactions`)).body.transactions).toHaveLength(5);
  });
});

describe('a failing start', () => {
  const fails = async (config: unknown, args: string[] = []) => {
    const dir = folder();
    writeFileSync(join(dir, 'test-config.json'), typeof config === 'string' ? config : JSON.stringify(config));
    const service = new Service(undefined, dir);
    await expect(service.start(...args)).rejects.toThrow();
    expect(await service.ended()).not.toBe(0);
    const [, ...said] = service.output.trim().split('\n');
    return (said.length > 0 ? said : [service.output.trim()]).join('\n');
  };
  afterAll(removeFolders);

  test('a taken port is a one-sentence error', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await wait(50);
    const { port } = server.address() as { port: number };
    expect(await fails({ chains: [{ chainId: '1', rpcUrl: 'http://127.0.0.1:1' }] }, ['--port', String(port)])).toBe(
      `port ${port} is in use: choose another with --port`,
    );
    server.close();
  });
  test('a configuration that is malformed or invalid is a one-sentence error', async () => {
    expect(await fails('{')).toMatch(/is not valid JSON/);
    expect(await fails({ chains: [{ chainId: 'x', rpcURL: 'y' }], extra: 1 })).toMatch(
      /chains\.0\.chainId: must be .*rpcURL.*extra/,
    );
  });
  test('an unreachable node of a chain never indexed is a one-sentence error', async () => {
    expect(await fails({ chains: [{ chainId: '1', chainName: 'Far', rpcUrl: 'http://127.0.0.1:1' }] })).toBe(
      'the node of chain 1 (Far) does not answer: start it, or fix its rpcUrl',
    );
  });
  test('a node of another chain is a one-sentence error', async () => {
    const anvil = await startAnvil({ chainId: 5 });
    expect(await fails({ chains: [{ chainId: '1', rpcUrl: anvil.url }] })).toBe(
      'the node of chain 1 is on chain 5: fix chainId or rpcUrl',
    );
    await anvil.stop();
  });
  test('an invalid token list is a one-sentence error', async () => {
    const anvil = await startAnvil({ chainId: 5 });
    const list = join(folder(), 'tokens.json');
    writeFileSync(list, '{"name": 7, "tokens": []}');
    expect(await fails({ tokenLists: [list], chains: [{ chainId: '5', rpcUrl: anvil.url }] })).toBe(
      `synthesis failed: invalid token list ${list}: name: Invalid input: expected string, received number`,
    );
    await anvil.stop();
  });
});
