import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNodes, warnOfPChains } from '../../bin/local/nodes';
import { USER_AGENT } from '../../lambdas/core/fetch/user-agent';
import { parseConfig } from '../../lib/config';
import { pChainServer } from '../support/node/p-chain-server';

let node: Awaited<ReturnType<typeof pChainServer>>;
beforeAll(async () => {
  node = await pChainServer();
});
afterAll(() => node.stop());

/** The warnings of local mode about a P-Chain node before it starts. */
async function warnings(rpcUrl: string): Promise<unknown[][]> {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    await warnOfPChains(parseConfig({ pChains: [{ network: 'fuji', rpcUrl }] }, 'test'));
    return warn.mock.calls;
  } finally {
    warn.mockRestore();
  }
}

describe('the node of a chain at the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-nodes-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** Uses a new folder each time, where the chain is unknown. */
  const check = (rpcUrl = node.url) => {
    const { chains, ...config } = parseConfig({ chains: [{ chainId: '7', chainName: 'Far', rpcUrl }] }, 'test');
    return checkNodes({ ...config, chains }, mkdtempSync(join(folder, 'data-')));
  };

  test.each(['"0x7"', '"7"', '7'])('a node that answers %s is accepted for chain 7', async (result) => {
    node.answer(`{"jsonrpc":"2.0","id":"0","result":${result}}`);
    await check();
    expect(node.asked.map(({ headers }) => headers['user-agent'])).toEqual([USER_AGENT]);
  });
  test('a redirect within the origin is followed', async () => {
    node.answer((response, { url }) => {
      if (url === '/moved') response.end('{"result":"0x7"}');
      else response.writeHead(308, { location: '/moved' }).end();
    });
    await check();
  });
  test.each([301, 401, 403, 404, 429, 500, 503])(
    'a node that answers HTTP %i is rejected with that status',
    async (status) => {
      node.answer((response) => void response.writeHead(status, { location: '/planted' }).end('<html>planted</html>'));
      await expect(check()).rejects.toThrow(
        `the node of chain 7 (Far) answers HTTP ${status}: start it, or fix its rpcUrl`,
      );
    },
  );
  test.each([
    ['<html>planted</html>', 'the node of chain 7 (Far) does not answer with JSON'],
    ['{"error":{"code":-32000,"message":"planted"}}', 'the node of chain 7 (Far) refuses the call (-32000)'],
    ['{"result":"planted"}', 'the node of chain 7 (Far) returned an invalid eth_chainId'],
    ['{}', 'the node of chain 7 (Far) returned an invalid eth_chainId'],
    ['{"result":"0x8"}', 'the node of chain 7 (Far) is on chain 8'],
  ])('a node that answers %s is rejected', async (answer, message) => {
    node.answer(answer);
    await expect(check()).rejects.toThrow(message);
  });
});

test('a P-Chain node that answers causes no warning', async () => {
  node.answer('{"result":{"height":"7"}}');
  expect(await warnings(node.url)).toEqual([]);
});
test.each([
  ['<html>planted</html>', 'the node does not answer with JSON-RPC'],
  ['{"error":{"code":-32000,"message":"not yet"}}', 'not yet'],
])('a P-Chain node that answers %s causes a warning, not an error', async (answer, message) => {
  node.answer(answer);
  expect(await warnings(`${node.url}/planted`)).toEqual([
    [`P-Chain of fuji: ${message}. Callers get an error until it recovers.`],
  ]);
});
test('a P-Chain without a source is rejected', async () => {
  const config = parseConfig({ pChains: [{ network: 'fuji' }] }, 'test');
  await expect(warnOfPChains(config)).rejects.toThrow('the P-Chain of fuji has no rpcUrl');
});
