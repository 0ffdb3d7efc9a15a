import type { ServerResponse } from 'node:http';
import { createCalls } from '../../../lambdas/node-rpc/serving/calls';
import { createHeads } from '../../../lambdas/node-rpc/serving/heads';
import { serve } from '../../../lambdas/node-rpc/serving/serve';
import { type AskNode, fetchSource } from '../../../lambdas/pchain/node/node';
import { nodeHeadReader, nodeHeadWriter } from '../../../lambdas/pchain/rows/node-head';
import { pChainServer, type Respond } from '../../support/node/p-chain-server';
import { MAINNET } from '../../support/node-rpc/calls-world';
import { feeStateAt } from '../../support/node-rpc/heads-world';
import { memoryTable } from '../../support/tables/memory';

const FORMAT_OF_NODES = { ...MAINNET, format: 'node' as const };
/** A node at height 100. */
const up: Respond = (response, { body }) =>
  void response.end(
    body.includes('getHeight') ? '{"result":{"height":"100"},"id":1}' : `{"result":${feeStateAt(100)},"id":1}`,
  );

let node: Awaited<ReturnType<typeof pChainServer>>;
beforeEach(async () => {
  node = await pChainServer();
});
afterEach(() => node.stop());

/** The service over that node, on a clock of the test. `expire` ends the deadlines of pending calls. */
function service() {
  const { table } = memoryTable();
  const state = { now: 1_700_000_000_000, deadlines: new Set<AbortController>() };
  const timer = {
    now: () => state.now,
    steady: () => state.now,
    async sleep(ms: number) {
      state.now += ms;
    },
    deadline() {
      const controller = new AbortController();
      state.deadlines.add(controller);
      return controller.signal;
    },
  };
  const ask: AskNode = (_, ...call) => fetchSource(`${node.url.replace('://', '://user:planted@')}/planted`, ...call);
  const heads = createHeads({ records: { ...nodeHeadReader(table), ...nodeHeadWriter(table) }, ask, timer });
  const calls = createCalls({ heads, ask, replayed: async () => undefined, timer });
  return {
    state,
    expire: () => {
      for (const controller of state.deadlines) controller.abort();
    },
    send: async (method = 'platform.getValidatorFeeState') =>
      (await serve(calls, `{"jsonrpc":"2.0","method":"${method}","id":1}`, FORMAT_OF_NODES)).text,
  };
}
const unavailable = (why: string) =>
  `{"jsonrpc":"2.0","error":{"code":-32000,"message":"the P-Chain of mainnet is unavailable: ${why}; try again","data":{}},"id":1}\n`;
const ok = `{"jsonrpc":"2.0","result":${feeStateAt(100)},"id":1}\n`;

describe('the fee state of a real node', () => {
  test('the fee state of a running node is answered with all digits, from two queries', async () => {
    node.answer(up);
    const { send } = service();
    expect(await Promise.all([send(), send(), send()])).toEqual([ok, ok, ok]);
    expect(node.asked).toHaveLength(2);
  });
  test.each<[string, (response: ServerResponse) => void, string]>([
    ['answers HTML', (response) => void response.end('<html>planted</html>'), 'the node does not answer with JSON-RPC'],
    ['is bootstrapping', (response) => void response.writeHead(503).end('planted'), 'the node answers HTTP 503'],
    ['refuses the host', (response) => void response.writeHead(403).end('planted'), 'the node answers HTTP 403'],
    ['closes connections', (response) => void response.destroy(), 'the node does not answer'],
  ])('a node that %s is reported as unavailable until it recovers', async (_, respond, why) => {
    node.answer(respond);
    const { send, state } = service();
    expect(await send()).toBe(unavailable(why));
    node.answer(up);
    expect(await send()).toBe(unavailable(why));
    state.now += 1_000;
    expect(await send()).toBe(ok);
  });
  test('a hung node is reported as unavailable at its deadline', async () => {
    const { send, expire } = service();
    node.answer(expire);
    expect(await send()).toBe(unavailable('the node does not answer in time'));
  });
  test('a stopped node is reported as unavailable', async () => {
    node.stop();
    expect(await service().send()).toBe(unavailable('the node does not answer'));
  });
  test('a node that hangs in another method still serves the fee state', async () => {
    const { send, expire } = service();
    node.answer((response, asked) => (asked.body.includes('getTx') ? expire() : up(response, asked)));
    expect(await send('platform.getTx')).toBe(unavailable('the node does not answer in time'));
    expect(await send()).toBe(ok);
  });
});
