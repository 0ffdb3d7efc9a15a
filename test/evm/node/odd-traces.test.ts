import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Anvil, startAnvil } from '../../../demo/anvil';
import { calls } from '../../../demo/calls';
import { compileContracts } from '../../../demo/compile';
import { deployContracts } from '../../../demo/deploy';
import { getResult, quantity, type RpcAnswer, rpc, rpcBatch } from '../../../demo/rpc';
import { AnswerTooLong, NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { createRpc, type RpcClient } from '../../../lambdas/core/node/rpc';
import type { Traced } from '../../../lambdas/evm/node/trace-methods';
import { createTraces, type Traces } from '../../../lambdas/evm/node/traces';
import { reorg } from '../../support/node/anvil';

type Result = Record<string, unknown>[];
const DEBUG = 'debug_traceBlockByHash';
const PARITY = 'trace_block';

/** A real node behind a server that spoils some of its answers. */
describe('a node that traces only some, or wrongly', () => {
  let anvil: Anvil;
  let server: Server;
  let client: RpcClient;
  let traces: Traces;
  let block: Traced;
  let asked: string[];
  /** By method, what becomes of the node's answer. */
  let spoilt: Record<string, (result: Result) => Partial<RpcAnswer>>;

  const refuse = (code: number) => () => ({ error: { code, message: 'no' } });

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 31_337 });
    const { workshop } = await deployContracts(anvil.url, await compileContracts());
    const accounts = await rpc<string[]>(anvil.url, 'eth_accounts');
    await rpc(anvil.url, 'evm_setAutomine', [false]);
    const sends = accounts.slice(0, 2).map((from, i) => {
      const transaction = { from, to: workshop, data: calls.build(), value: quantity(i + 1), gas: quantity(1_000_000) };
      return ['eth_sendTransaction', [transaction]] as const;
    });
    for (const answer of await rpcBatch(anvil.url, sends)) getResult('eth_sendTransaction', answer);
    await rpc(anvil.url, 'evm_mine');
    block = await rpc<Traced>(anvil.url, 'eth_getBlockByNumber', ['latest', true]);
    expect(block.transactions).toHaveLength(2);

    server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown[] };
      asked.push(method);
      const [answer] = await rpcBatch(anvil.url, [[method, params]]);
      const told = answer?.result ? (spoilt[method]?.(answer.result as Result) ?? answer) : answer;
      response.end(JSON.stringify({ jsonrpc: '2.0', ...told, id }));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    client = createRpc(`http://127.0.0.1:${port}`, { callsPerSecond: 10_000, timeoutMs: 5_000 });
  });
  beforeEach(() => {
    traces = createTraces(client);
    asked = [];
    spoilt = {};
  });
  afterAll(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
    await anvil.stop();
  });
  const values = async () => {
    const internalTxs = await traces.internalTxs(block);
    return internalTxs === 'unsupported' ? internalTxs : internalTxs.map(({ value }) => value);
  };

  test('is asked by the block’s hash, once', async () => {
    expect(await values()).toEqual([1n, 2n]);
    expect(asked).toEqual([DEBUG]);
  });

  test('is not asked for a block without transactions', async () => {
    expect(await traces.internalTxs({ ...block, transactions: [] })).toEqual([]);
    expect(asked).toEqual([]);
  });

  test.each([-32601, -32004, -32600, -32602])(
    'without tracers (%i) is called with the other method, and only with that from then on',
    async (code) => {
      spoilt = { [DEBUG]: refuse(code) };
      expect([await values(), await values()]).toEqual([
        [1n, 2n],
        [1n, 2n],
      ]);
      expect(asked).toEqual([DEBUG, PARITY, PARITY]);
    },
  );

  test('without any method is unsupported, and is not called again', async () => {
    spoilt = { [DEBUG]: refuse(-32601), [PARITY]: refuse(-32601) };
    expect([await values(), await values()]).toEqual(['unsupported', 'unsupported']);
    expect(asked).toEqual([DEBUG, PARITY]);
  });

  test('that refuses this block is reported as such, and is called again for it', async () => {
    spoilt = { [DEBUG]: refuse(-32000), [PARITY]: refuse(-32601) };
    await expect(values()).rejects.toThrow(NodeRefused);
    spoilt = {};
    expect(await values()).toEqual([1n, 2n]);
    expect(asked).toEqual([DEBUG, PARITY, DEBUG]);
  });

  test.each<[string, (result: Result) => unknown]>([
    ['lacks a transaction', (result) => result.slice(1)],
    ['has an error in place of a tree', ([first]) => [first, { error: 'execution timeout' }]],
    [
      'has opcodes in place of a tree',
      (result) => result.map(() => ({ result: { gas: 1, failed: false, structLogs: [] } })),
    ],
    ['is no list', () => ({})],
  ])('whose trees are not the block’s: %s: then the other way', async (_, spoil) => {
    spoilt = { [DEBUG]: (result) => ({ result: spoil(result) }) };
    expect(await values()).toEqual([1n, 2n]);
    expect(asked).toEqual([DEBUG, PARITY]);
  });

  test.each<[string, (result: Result) => Result]>([
    ['has one transaction more', (result) => [...result, result[0] ?? {}]],
    ['has the transactions in another order', (result) => result.toReversed()],
  ])('whose trees name their transactions is accepted where it %s', async (_, spoil) => {
    spoilt = { [DEBUG]: (result) => ({ result: spoil(result) }) };
    expect(await values()).toEqual([1n, 2n]);
    expect(asked).toEqual([DEBUG]);
  });

  test('of an old version that does not name transactions is accepted', async () => {
    spoilt = { [DEBUG]: (result) => ({ result: result.map(({ txHash: _, ...rest }) => rest) }) };
    expect(await values()).toEqual([1n, 2n]);
    expect(asked).toEqual([DEBUG]);
  });

  test.each<[string, (result: Result) => unknown]>([
    ['lacks a transaction', (result) => result.filter((t) => t.transactionPosition !== 1)],
    ['lacks the top call of one', (result) => result.slice(1)],
    ['has one transaction more', (result) => [...result, { ...result[0], transactionPosition: 2 }]],
    ['names another transaction', (result) => result.map((t) => ({ ...t, transactionHash: block.hash }))],
    [
      'has one trace of another block',
      (result) => result.map((t, i) => (i === 1 ? { ...t, blockHash: `0x${'0'.repeat(64)}` } : t)),
    ],
    ['is nothing', () => null],
  ])('whose list is not the block’s, is down: %s', async (_, spoil) => {
    spoilt = { [DEBUG]: refuse(-32601), [PARITY]: (result) => ({ result: spoil(result) }) };
    await expect(values()).rejects.toThrow(NodeDown);
    spoilt = {};
    expect(await values()).toEqual([1n, 2n]);
  });

  test('whose list ends with the block’s reward is accepted', async () => {
    const reward = { type: 'reward', traceAddress: [], blockHash: block.hash, action: {}, result: null };
    spoilt = { [DEBUG]: refuse(-32601), [PARITY]: (result) => ({ result: [...result, reward] }) };
    expect(await values()).toEqual([1n, 2n]);
  });

  test('without the state of a block says so, also where it names that state first', async () => {
    const message = `historical state ${'ab'.repeat(32)} is not available`;
    spoilt = { [DEBUG]: () => ({ error: { code: -32000, message } }), [PARITY]: refuse(-32601) };
    await expect(values()).rejects.toMatchObject({ failure: 'state gone' });
  });

  test('whose traces are too long by one method is asked by the other, and refused if they are by each', async () => {
    // anvil takes minutes for as many calls.
    const hash = `0x${'ab'.repeat(32)}`;
    const frame = { from: hash, to: hash, gas: '0x1', gasUsed: '0x1', error: hash };
    const long = () => ({ result: Array(80_000).fill(frame) as Result });
    const valuesWith = (given: typeof spoilt) => {
      [traces, asked, spoilt] = [createTraces(client), [], given];
      return values();
    };
    await expect(valuesWith({ [DEBUG]: long, [PARITY]: long })).rejects.toThrow(AnswerTooLong);
    // At first with less memory.
    expect(asked).toEqual([DEBUG, DEBUG, PARITY]);
    await expect(valuesWith({ [DEBUG]: long, [PARITY]: refuse(-32601) })).rejects.toThrow(AnswerTooLong);
    expect(await valuesWith({ [DEBUG]: long })).toEqual([1n, 2n]);
    // What fails may pass.
    await expect(valuesWith({ [DEBUG]: long, [PARITY]: refuse(-32000) })).rejects.toMatchObject({ failure: 'broken' });
    expect(await valuesWith({})).toEqual([1n, 2n]);
  });

  test('that is unreachable is down, and is not called with the other method', async () => {
    const away = createRpc('http://127.0.0.1:9', { callsPerSecond: 10_000, timeoutMs: 500, attempts: 1 });
    await expect(createTraces(away).internalTxs(block)).rejects.toThrow(NodeDown);
    // The tries of one call.
    expect(away.calls).toBe(1);
    await away.close();
  });

  // The last, as it takes the block away.
  test('that has left the block’s branch counts as down, instead of giving traces of another', async () => {
    await reorg(
      anvil.url,
      1,
      block.transactions.map(({ from, to, value, input }) => [{ from, to: to ?? '', value, data: input }, 0]),
    );
    const other = await rpc<Traced>(anvil.url, 'eth_getBlockByNumber', [block.number, true]);
    expect([other.transactions.length, other.hash === block.hash]).toEqual([2, false]);
    await expect(values()).rejects.toThrow(NodeDown);
    expect(asked).toEqual([DEBUG, PARITY]);
  });
});
