import { warnOfPChains } from '../../bin/local/nodes';
import { parseConfig } from '../../lib/config';
import { pChainServer } from '../support/node/p-chain-server';

let node: Awaited<ReturnType<typeof pChainServer>>;
beforeAll(async () => {
  node = await pChainServer();
});
afterAll(() => node.stop());

/** What local mode says of the node before it starts. */
async function warnings(rpcUrl: string): Promise<unknown[][]> {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    await warnOfPChains(parseConfig({ pChains: [{ network: 'fuji', rpcUrl }] }, 'test'));
    return warn.mock.calls;
  } finally {
    warn.mockRestore();
  }
}

test('nothing is said of a P-chain’s node that answers', async () => {
  node.answer('{"result":{"height":"7"}}');
  expect(await warnings(node.url)).toEqual([]);
});
test.each([
  ['<html>planted</html>', 'the node does not answer with JSON-RPC'],
  ['{"error":{"code":-32000,"message":"not yet"}}', 'not yet'],
])('one that answers %s is no reason not to start, but a warning', async (answer, message) => {
  node.answer(answer);
  expect(await warnings(`${node.url}/planted`)).toEqual([
    [`The P-chain of fuji: ${message}. Its callers get an error until it does.`],
  ]);
});
test('one without a source is refused', async () => {
  const config = parseConfig({ pChains: [{ network: 'fuji' }] }, 'test');
  await expect(warnOfPChains(config)).rejects.toThrow('the P-chain of fuji has no rpcUrl');
});
