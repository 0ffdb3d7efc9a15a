import * as z from 'zod';
import { endpoints } from '../../lambdas/app/contract/registry';
import { callsFor, toCurl } from '../../site/front/calls';
import { curlArguments } from '../support/sources/curl';

const subject = { chainId: '43114', address: `0x${'ab'.repeat(20)}`, txHash: `0x${'cd'.repeat(32)}` };
const calls = callsFor(subject);

/** The endpoint that serves a call. Throws if it rejects the parameters, query or body. */
function servedBy({ method, path, body }: (typeof calls)[number]): string | undefined {
  const url = new URL(path, 'https://api.example/');
  for (const endpoint of endpoints) {
    const pattern = new RegExp(`^${endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = endpoint.method === method ? pattern.exec(url.pathname) : null;
    if (!match) continue;
    endpoint.params.parse({ ...match.groups });
    z.strictObject(endpoint.query.shape).parse(Object.fromEntries(url.searchParams));
    endpoint.body?.parse(body);
    return endpoint.id;
  }
  return undefined;
}

test('every call of the front page is valid for its endpoint', () => {
  expect(calls.map(servedBy)).toEqual([
    'getLatestBlocks',
    'getTransaction',
    'getNativeBalance',
    'listErc20Balances',
    'listAddressChains',
    'callEtherscanV2',
    'createWebhook',
  ]);
});
test('a call needs a key exactly if its endpoint does', () => {
  for (const call of calls) {
    const access = endpoints.find(({ id }) => id === servedBy(call))?.access;
    expect([call.title, call.needsKey === true]).toEqual([call.title, access === 'key']);
  }
});
test('without a transaction only the transaction call is unavailable', () => {
  expect(calls.filter(({ missing }) => missing)).toEqual([]);
  const { txHash: _, ...without } = subject;
  expect(callsFor(without).flatMap(({ title, missing }) => (missing ? [title] : []))).toEqual(['Transaction']);
});
test('a typed address cannot leave its part of the path', () => {
  for (const { path, method } of callsFor({ ...subject, address: '../../x?y=1#z' }))
    if (method === 'GET')
      expect(new URL(path, 'https://api.example/').pathname).toMatch(/^\/(v1\/(chains|address)\/|v2\/api$)/);
});

describe('the curl command of a call', () => {
  const toArguments = (command: string): string[] => curlArguments(command)[0] ?? [];
  const webhook = calls.at(-1);
  const blocks = calls[0];
  if (!webhook || !blocks) throw new Error('there are no calls');
  const URL_OF_BLOCKS = `https://api.example/prod/${blocks.path}`;

  test('the command without a key has only the URL', () => {
    expect(toArguments(toCurl(blocks, URL_OF_BLOCKS, ''))).toEqual([URL_OF_BLOCKS]);
  });
  test('the command has the key, or a placeholder if one is required', () => {
    const header = (key: string) => ['-H', `x-service-api-key: ${key}`];
    expect(toArguments(toCurl(blocks, URL_OF_BLOCKS, 'free_me_x'))).toEqual([URL_OF_BLOCKS, ...header('free_me_x')]);
    expect(toArguments(toCurl(webhook, 'https://api.example/', ''))).toEqual(
      expect.arrayContaining(header('YOUR_KEY')),
    );
  });
  test('the command sends its body as JSON', () => {
    const sent = toArguments(toCurl(webhook, 'https://api.example/', 'k'));
    expect(sent.slice(0, 3)).toEqual(['-X', 'POST', 'https://api.example/']);
    expect(sent).toContain('content-type: application/json');
    expect(JSON.parse(String(sent.at(-1)))).toEqual(webhook.body);
  });
  test('the command quotes every input', () => {
    const nasty = `a'b'"c$(echo x)\`echo y\`\\`;
    expect(toArguments(toCurl(blocks, nasty, nasty))).toEqual([nasty, '-H', `x-service-api-key: ${nasty}`]);
  });
});
