import { existsSync, readFileSync } from 'node:fs';
import { METHODS as RECORDED } from '../../demo/p-chain/args';
import { type ReplayNode, startReplayNode } from '../../demo/p-chain/replay-node';
import { rpcMethods } from '../../lambdas/node-rpc/contract/registry';
import { NODE_TIMEOUT_MS } from '../../lambdas/pchain/contract/rpc-limits';
import { pChainDoor } from '../support/node/p-chain-door';
import { RPC_REQUESTS, rpcCall, ruled } from '../support/node/rpc-requests';
import { removeFolders, Service, wait } from '../support/service/service';
import { testIf } from '../support/skipping';

/** A caller that waits longer hangs. Unit tests cover the five seconds with a fake clock: this machine is shared. */
const CALL_TIMEOUT_MS = 60_000;
const CASES = '../shared/reference/p-chain/jsonrpc-cases.json';

interface Case {
  readonly case: string;
  readonly httpMethod: string;
  readonly requestContentType: string | null;
  readonly requestBody: string;
  readonly status: number;
  readonly responseBody: string;
}

const FEE_STATE = rpcCall('platform.getValidatorFeeState');

describe('the node RPC of two P-Chains', () => {
  let nodes: ReplayNode[] = [];
  /** Additional heights of the first node: ms of its clock. */
  let later = 0;
  let door: Awaited<ReturnType<typeof pChainDoor>>;
  let service: Service;
  beforeAll(async () => {
    const still = { startedAt: 0, msPerHeight: 1 };
    nodes = await Promise.all([
      startReplayNode({ ...still, fromHeight: 20, now: () => later }),
      startReplayNode({ ...still, fromHeight: 60, now: () => 0 }),
    ]);
    door = await pChainDoor(nodes[0]?.url ?? '');
    service = await new Service({
      chains: [],
      pChains: [
        { network: 'fuji', rpcUrl: `${nodes[1]?.url}/ext/bc/P`, feeStateFormat: 'node' },
        { network: 'mainnet', rpcUrl: door.url, default: true },
      ],
      plans: { anonymous: { rate: 2, burst: 2 }, free: { rate: 2, burst: 2 } },
      nodeRpc: { rate: 1_000, burst: 5_000 },
    }).start();
  });
  afterAll(async () => {
    await service?.stop();
    await door?.shut();
    await Promise.all(nodes.map((node) => node.stop()));
    removeFolders();
  });

  const send = async (sent: string, path = '/ext/bc/P', init: RequestInit = {}) => {
    const response = await fetch(service.urls.rpcUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...init.headers },
      body: sent,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** The response of a node itself. */
  const ofNode = async (node: number, sent: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${nodes[node]?.url}/ext/bc/P`, { method: 'POST', headers, body: sent });
    return await answer.text();
  };

  test('the fee state is served with units for the default network, and for each network by name', async () => {
    const bare = (await ofNode(0, FEE_STATE)).trim();
    const [, excess = '', price = '', timestamp = ''] =
      /"excess":(\d+),"price":(\d+),"timestamp":("[^"]+")/.exec(bare) ?? [];
    const answer = `{"jsonrpc":"2.0","result":{"excess":{"value":${excess},"unit":"gas"},"price":{"value":${price},"unit":"nAVAX/s"},"timestamp":${timestamp}},"id":1}\n`;
    for (const path of ['/ext/bc/P', '/mainnet/ext/bc/P', '/ext/bc/P?format=specification'])
      expect(await send(FEE_STATE, path)).toMatchObject({ status: 200, text: answer });
    expect((await send(FEE_STATE, '/ext/bc/P?format=node')).text).toBe(`${bare}\n`);
    expect((await send(FEE_STATE, '/fuji/ext/bc/P')).text).toBe(await ofNode(1, FEE_STATE));
    expect((await send(FEE_STATE, '/fuji/ext/bc/P')).text).not.toBe(`${bare}\n`);
  });

  test('every request of our table gets the node’s answer byte for byte, with the rulings applied', async () => {
    const unrecorded = rpcMethods.filter(({ name }) => !(name in RECORDED)).map(({ name }) => `"${name}"`);
    const requests = RPC_REQUESTS.filter((one) => !unrecorded.some((name) => one.includes(name)));
    expect(requests.length).toBeGreaterThan(150);
    const blocks = [1, 2, 19, 20, 21, 500].map((height) =>
      rpcCall('platform.getBlockByHeight', `{"height":${height}}`),
    );
    for (const one of [...requests, ...blocks])
      expect([one, (await send(one, '/ext/bc/P?format=node')).text]).toEqual([one, ruled(await ofNode(0, one))]);
  });

  const recorded = existsSync(CASES) ? (JSON.parse(readFileSync(CASES, 'utf8')) as Case[]) : [];
  testIf(existsSync(CASES), `needs ${CASES}`)(
    'the gateway answers the recorded cases as the node did, with the rulings applied',
    async () => {
      expect(recorded).toHaveLength(62);
      const state = /"result":(\{.*\}),"id"/.exec(await ofNode(0, FEE_STATE))?.[1] ?? '';
      for (const one of recorded) {
        // OPTIONS is a CORS preflight here, and the recorded node had other blocks.
        if (one.httpMethod === 'OPTIONS' || one.requestBody.includes('getBlockByHeight')) continue;
        const response = await fetch(`${service.urls.rpcUrl}/ext/bc/P?format=node`, {
          method: one.httpMethod,
          headers: one.requestContentType ? { 'content-type': one.requestContentType } : {},
          ...(one.requestBody ? { body: Buffer.from(one.requestBody) } : {}),
        });
        const text = await response.text();
        if (one.requestBody.startsWith('[')) {
          const answer = JSON.parse(text) as unknown;
          expect([one.case, answer]).toEqual([
            one.case,
            one.requestBody === '[]'
              ? { jsonrpc: '2.0', error: { code: -32600, message: expect.any(String), data: {} }, id: null }
              : [{ jsonrpc: '2.0', result: expect.anything(), id: 1 }],
          ]);
          continue;
        }
        const expected = one.responseBody
          .replace(/\{"excess":.*?\}/, state)
          .replace('"data":null}', '"data":{}}')
          .replace(/"code":-32000,"message":"(rpc: |method must)/, '"code":-32601,"message":"$1');
        expect([one.case, response.status, text]).toEqual([one.case, one.status, expected]);
      }
    },
  );

  test('a batch is answered in order without its notifications, and repeated calls reach the node once', async () => {
    door.counts.clear();
    const call = rpcCall('platform.getBlockByHeight', '{"height":3}');
    const sent = `[${[call, FEE_STATE, rpcCall('platform.getHeight', '{}', 'null'), '7', rpcCall('platform.issueTx', '{"tx":"0x00"}', '"x"'), call].join(',')}]`;
    const answers = JSON.parse((await send(sent)).text) as { id: unknown; error?: { code: number } }[];
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [1, undefined],
      [null, -32600],
      ['x', -32601],
      [1, undefined],
    ]);
    expect(door.counts.get('platform.getBlockByHeight')).toBe(1);
    expect(door.counts.get('platform.issueTx')).toBeUndefined();
    const many = (count: number) => `[${Array.from({ length: count }, () => FEE_STATE).join(',')}]`;
    expect(JSON.parse((await send(many(50))).text)).toHaveLength(50);
    expect(JSON.parse((await send(many(51))).text)).toMatchObject({ error: { code: -32600 }, id: null });
    expect((await send(`[${rpcCall('platform.getHeight', '{}', 'null')}]`)).text).toBe('');
  });

  test('invalid requests get JSON-RPC errors, and preflights and answers have CORS headers', async () => {
    const refusals = [
      [await send(FEE_STATE, '/nowhere/ext/bc/P'), 404, -32600],
      [await send(FEE_STATE, '/ext/bc/X'), 404, -32600],
      [await send(`${FEE_STATE}${' '.repeat(300_000)}`), 413, -32600],
      [await send(FEE_STATE, '/ext/bc/P?format=other'), 400, -32600],
      [
        await send(FEE_STATE, '/ext/bc/P', { headers: { 'x-service-api-key': `pro_me_${'a'.repeat(32)}` } }),
        401,
        -32600,
      ],
    ] as const;
    for (const [{ status, text }, expected, code] of refusals)
      expect([status, JSON.parse(text)]).toEqual([
        expected,
        { jsonrpc: '2.0', error: { code, message: expect.any(String), data: {} }, id: null },
      ]);
    const preflight = await fetch(`${service.urls.rpcUrl}/ext/bc/P`, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect((await send(FEE_STATE)).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('a key has the rate of its plan, and callers without a key have the rate of the node RPC', async () => {
    const key = { 'x-service-api-key': service.urls.apiKeys.free };
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(FEE_STATE, '/ext/bc/P', { headers: key })));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(5);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(refused[0]?.text ?? '')).toMatchObject({ error: { code: -32005, data: {} }, id: null });
    expect((await send(FEE_STATE)).status).toBe(200);
  });

  test('a thousand callers in one block cost the node one fee state call, and a height call per second', async () => {
    await wait(1_100);
    // A new block with a fee state that is not cached yet.
    const { text: before } = await send(FEE_STATE);
    later += 1;
    await wait(1_100);
    door.counts.clear();
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => send(FEE_STATE, i % 2 === 0 ? '/ext/bc/P' : '/mainnet/ext/bc/P')),
    );
    const ms = Date.now() - began;
    // On a machine too busy to finish within the node timeout, some calls may miss the node's response.
    const isLate = ({ text }: { readonly text: string }): boolean => text.includes('the node does not answer in time');
    const inTime = answers.filter((answer) => !isLate(answer));
    expect(inTime.length === answers.length || ms > NODE_TIMEOUT_MS).toBe(true);
    expect([...new Set(inTime.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
    expect(inTime[0]?.text).not.toBe(before);
    // A function too busy to store its answer loses its claim, and another one asks again.
    const claims = 1 + Math.floor(ms / NODE_TIMEOUT_MS);
    expect(door.counts.get('platform.getValidatorFeeState')).toBeLessThanOrEqual(claims);
    expect(door.counts.get('platform.getHeight')).toBeLessThanOrEqual(1 + Math.ceil(ms / 1_000));
  });

  test('only the call itself reaches the node, and nothing else of the caller', async () => {
    door.seen.length = 0;
    const secret = { cookie: 'session=planted', authorization: 'Bearer planted', 'x-forwarded-for': '203.0.113.9' };
    await send(rpcCall('platform.getBlockByHeight', '{"height":11,"planted":1}', '"planted"'), '/ext/bc/P?planted=1', {
      headers: secret,
    });
    const seen = door.seen.filter(({ body: asked }) => asked.includes('getBlockByHeight'));
    expect(seen).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toMatch(/planted|203\.0\.113\.9|127\.0\.0\.1:(?!\d+")/);
  });

  test('the OpenRPC document and both health checks cover every network', async () => {
    const document = (await (await fetch(`${service.urls.rpcUrl}/openrpc.json`)).json()) as {
      openrpc: string;
      servers: { name: string }[];
      methods: { name: string }[];
    };
    expect(document.servers.map(({ name }) => name)).toEqual(['default', 'fuji', 'mainnet']);
    expect(document.methods.map(({ name }) => name)).toContain('platform.getValidatorFeeState');
    const health = await fetch(`${service.urls.rpcUrl}/ext/health`);
    expect([health.status, await health.json()]).toMatchObject([
      200,
      { healthy: true, checks: { mainnet: { message: { height: '21' } }, fuji: { message: { height: '60' } } } },
    ]);
    const { body: report } = await service.get<{ details: object }>('/v1/health-check');
    expect(report.details).toMatchObject({
      'p-chain-mainnet': { status: 'up', height: 21 },
      'p-chain-fuji': { status: 'up', height: 60 },
    });
  });

  test.each([
    ['hangs', () => door.set('hang'), /does not answer in time/],
    ['is slow', () => door.set('slow'), /does not answer in time/],
    ['answers with HTML', () => door.set('html'), /does not answer with JSON-RPC/],
    ['is bootstrapping', () => door.set('bootstrapping'), /answers HTTP 503/],
    ['was killed', () => door.shut(), /does not answer;/],
  ])('every caller gets an error if the node %s, and answers once it is back', async (_, fail, message) => {
    await wait(1_100);
    await fail();
    const calls = [FEE_STATE, rpcCall('platform.getSubnet', '{"subnetID":"x"}'), rpcCall('platform.getHeight')];
    const answers = await Promise.all([...calls, ...calls, ...calls, ...calls].map((call) => send(call)));
    for (const { status, text } of answers)
      expect([status, JSON.parse(text)]).toEqual([
        200,
        {
          jsonrpc: '2.0',
          error: { code: -32000, message: expect.stringMatching(message), data: {} },
          id: 1,
        },
      ]);
    const health = await fetch(`${service.urls.rpcUrl}/ext/health`, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    expect([health.status, await health.json()]).toMatchObject([
      503,
      { healthy: false, checks: { mainnet: { error: expect.any(String) } } },
    ]);
    const { body: report } = await service.get<{ error: object }>('/v1/health-check');
    expect(Object.keys(report.error)).toEqual(['p-chain-mainnet']);
    // The other network has its own node.
    expect((await send(FEE_STATE, '/fuji/ext/bc/P')).text).toBe(await ofNode(1, FEE_STATE));
    door.set('forward');
    if (String(message).includes('answer;')) await door.open();
    await answered();
  });
  const answered = async (): Promise<void> => {
    for (;;) {
      const { status, text } = await send(FEE_STATE);
      if (status !== 200) throw new Error(`${status} ${text}`);
      if ('result' in (JSON.parse(text) as object)) return;
    }
  };

  test('the service answers again after a kill in the middle of calls', async () => {
    const calls = Array.from({ length: 50 }, () => send(FEE_STATE).catch(() => undefined));
    await service.kill();
    await Promise.all(calls);
    await service.start();
    await answered();
  });
});
