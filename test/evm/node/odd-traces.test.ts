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

/** A proxy of a real node alters some of its responses. */
describe('traces from an unreliable node', () => {
  let anvil: Anvil;
  let server: Server;
  let client: RpcClient;
  let traces: Traces;
  let block: Traced;
  let asked: string[];
  /** How the proxy alters the node's response, by method. */
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
      const altered = answer?.result ? (spoilt[method]?.(answer.result as Result) ?? answer) : answer;
      response.end(JSON.stringify({ jsonrpc: '2.0', ...altered, id }));
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

  test('a block is traced by its hash in one call', async () => {
    expect(await values()).toEqual([1n, 2n]);
    expect(asked).toEqual([DEBUG]);
  });

  test('a block without transactions needs no call', async () => {
    expect(await traces.internalTxs({ ...block, transactions: [] })).toEqual([]);
    expect(asked).toEqual([]);
  });

  test.each([-32601, -32004, -32600, -32602])(
    'a node that rejects tracers with %i is called with trace_block from then on',
    async (code) => {
      spoilt = { [DEBUG]: refuse(code) };
      expect([await values(), await values()]).toEqual([
        [1n, 2n],
        [1n, 2n],
      ]);
      expect(asked).toEqual([DEBUG, PARITY, PARITY]);
    },
  );

  test('a node without trace methods is unsupported and is not called again', async () => {
    spoilt = { [DEBUG]: refuse(-32601), [PARITY]: refuse(-32601) };
    expect([await values(), await values()]).toEqual(['unsupported', 'unsupported']);
    expect(asked).toEqual([DEBUG, PARITY]);
  });

  test('a block that the node refuses to trace throws NodeRefused and is traced again at the next read', async () => {
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
    ['is not a list', () => ({})],
  ])('the second method is used when the response of the first %s', async (_, spoil) => {
    spoilt = { [DEBUG]: (result) => ({ result: spoil(result) }) };
    expect(await values()).toEqual([1n, 2n]);
    expect(asked).toEqual([DEBUG, PARITY]);
  });

  test.each<[string, (result: Result) => Result]>([
    ['has an extra transaction', (result) => [...result, result[0] ?? {}]],
    ['is in another order', (result) => result.toReversed()],
  ])('a response that names its transactions is accepted when it %s', async (_, spoil) => {
    spoilt = { [DEBUG]: (result) => ({ result: spoil(result) }) };
    expect(await values()).toEqual([1n, 2n]);
    expect(asked).toEqual([DEBUG]);
  });

  test('a response of an older node that does not name transactions is accepted', async () => {
    spoilt = { [DEBUG]: (result) => ({ result: result.map(({ txHash: _, ...rest }) => rest) }) };
    expect(await values()).toEqual([1n, 2n]);
    expect(asked).toEqual([DEBUG]);
  });

  test.each<[string, (result: Result) => unknown]>([
    ['lacks a transaction', (result) => result.filter((t) => t.transactionPosition !== 1)],
    ['lacks a top-level call', (result) => result.slice(1)],
    ['has an extra transaction', (result) => [...result, { ...result[0], transactionPosition: 2 }]],
    ['names another transaction', (result) => result.map((t) => ({ ...t, transactionHash: block.hash }))],
    [
      'has a trace of another block',
      (result) => result.map((t, i) => (i === 1 ? { ...t, blockHash: `0x${'0'.repeat(64)}` } : t)),
    ],
    ['is null', () => null],
  ])('the node counts as down when its trace_block response %s', async (_, spoil) => {
    spoilt = { [DEBUG]: refuse(-32601), [PARITY]: (result) => ({ result: spoil(result) }) };
    await expect(values()).rejects.toThrow(NodeDown);
    spoilt = {};
    expect(await values()).toEqual([1n, 2n]);
  });

  test('a trace_block response that ends with the block reward is accepted', async () => {
    const reward = { type: 'reward', traceAddress: [], blockHash: block.hash, action: {}, result: null };
    spoilt = { [DEBUG]: refuse(-32601), [PARITY]: (result) => ({ result: [...result, reward] }) };
    expect(await values()).toEqual([1n, 2n]);
  });

  test('an error that names a missing historical state is classified as state gone', async () => {
    const message = `historical state ${'ab'.repeat(32)} is not available`;
    spoilt = { [DEBUG]: () => ({ error: { code: -32000, message } }), [PARITY]: refuse(-32601) };
    await expect(values()).rejects.toMatchObject({ failure: 'state gone' });
  });

  test('a trace too long for one method is read by the other, and throws AnswerTooLong if no method is left', async () => {
    // anvil would take minutes for this many calls.
    const hash = `0x${'ab'.repeat(32)}`;
    const frame = { from: hash, to: hash, gas: '0x1', gasUsed: '0x1', error: hash };
    const long = () => ({ result: Array(80_000).fill(frame) as Result });
    const valuesWith = (given: typeof spoilt) => {
      [traces, asked, spoilt] = [createTraces(client), [], given];
      return values();
    };
    await expect(valuesWith({ [DEBUG]: long, [PARITY]: long })).rejects.toThrow(AnswerTooLong);
    // The first call had less memory.
    expect(asked).toEqual([DEBUG, DEBUG, PARITY]);
    await expect(valuesWith({ [DEBUG]: long, [PARITY]: refuse(-32601) })).rejects.toThrow(AnswerTooLong);
    expect(await valuesWith({ [DEBUG]: long })).toEqual([1n, 2n]);
    // A failed method may succeed later.
    await expect(valuesWith({ [DEBUG]: long, [PARITY]: refuse(-32000) })).rejects.toMatchObject({ failure: 'broken' });
    expect(await valuesWith({})).toEqual([1n, 2n]);
  });

  test('an unreachable node counts as down without a call by the other method', async () => {
    const away = createRpc('http://127.0.0.1:9', { callsPerSecond: 10_000, timeoutMs: 500, attempts: 1 });
    await expect(createTraces(away).internalTxs(block)).rejects.toThrow(NodeDown);
    // One attempt of one call.
    expect(away.calls).toBe(1);
    await away.close();
  });

  // Last, because it reorgs the block away.
  test('a node that reorged the block away counts as down instead of tracing its replacement', async () => {
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
