import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSharedMemory } from '../../../lambdas/chain/follower/batch-size';
import { atHead } from '../../../lambdas/chain/follower/deps';
import type { Lease } from '../../../lambdas/chain/rows/lease';
import { createTracing } from '../../../lambdas/evm/indexer/tracing';
import type { RawBlocks } from '../../../lambdas/evm/node/raw-blocks';
import { evmIndexer } from '../../support/follower/evm';
import { aChain, aCursor, aRawBlock } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';
import { memoryTable } from '../../support/tables/memory';

muteLog();

const chain = aChain({ pollIntervalMs: 20, historyTraces: false });
let server: Server;
let logged: string[] = [];
let asked = 0;
/** The node's response to a request for traces. */
let answer: 'error' | 'nothing' | 'unsupported' | 'empty' = 'empty';

beforeEach(async () => {
  [logged, asked] = [[], 0];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    logged.push(String(line));
    return true;
  });
  server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const calls = [JSON.parse(text)].flat() as { id: number; params: [{ transactions?: unknown[] }] }[];
    asked += 1;
    if (answer === 'nothing') return;
    const error =
      answer === 'unsupported' ? { code: -32601, message: 'no such method' } : { code: -32000, message: 'busy' };
    const trace = { type: 'CALL', from: '0x', to: '0x', value: '0x0' };
    const body = calls.map(({ id }) => ({
      id,
      ...(answer === 'empty' ? { result: [{ result: trace }, { result: trace }] } : { error }),
    }));
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

/** Tracing of a chain with ten indexed blocks. */
async function started() {
  const { table } = memoryTable();
  const raws = Array.from({ length: 10 }, (_, i) =>
    aRawBlock(i + 1, [
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ]),
  );
  const last = raws.at(-1);
  const cursor = aCursor({ number: 10, start: 1, head: 10, time: Number(last?.block.timestamp), epoch: 0 });
  const lease = { cursor, signal: () => new AbortController().signal } as unknown as Lease;
  await evmIndexer(table, { chain }).apply(raws, atHead({ lease, table } as never));
  const raw = { get: async (_: string, { number }: { number: number }) => raws[number - 1] } as unknown as RawBlocks;
  const { port } = server.address() as AddressInfo;
  const storedTraces = {
    find: async () => undefined,
    put: async (_: string, __: object, txs: readonly never[]) => txs,
  };
  return createTracing(
    {
      ...{ chain, table, raw, bus: { publish: async () => undefined }, memory: createSharedMemory() },
      source: `http://127.0.0.1:${port}`,
      storedTraces: storedTraces as never,
      tokenQueue: { send: async () => undefined },
      announcesTraces: async () => false,
    },
    lease,
  );
}
const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};
const lines = (metric: string) => logged.filter((line) => line.includes(metric));

test('tracing is behind until all indexed blocks are traced, and then ends without a metric', async () => {
  answer = 'empty';
  const tracing = await started();
  expect(tracing.isBehind()).toBe(true);
  await until(() => !tracing.isBehind());
  await tracing.end();
  expect([asked > 0, lines('TraceLagSeconds'), lines('SkippedTraces')]).toEqual([true, [], []]);
});

test('a failing node does not keep tracing behind, and the lag is reported once, by chain and for all chains', async () => {
  answer = 'error';
  const tracing = await started();
  await until(() => !tracing.isBehind());
  await tracing.end();
  await tracing.end();
  // No block has been traced, so the lag is unknown.
  expect(lines('TraceLagSeconds')).toHaveLength(1);
  expect(lines('TraceLagSeconds')[0]).toContain('[["service","chainId"],["service"]]');
  expect(lines('TraceLagSeconds')[0]).toContain('"TraceLagSeconds":3600');
});

test('tracing ends at once even if its node does not answer', async () => {
  answer = 'nothing';
  const tracing = await started();
  await until(() => asked > 0);
  const ending = tracing.end();
  await expect(
    Promise.race([ending.then(() => 'ended'), new Promise((resolve) => setTimeout(resolve, 5_000))]),
  ).resolves.toBe('ended');
});

test('a node that cannot trace does not keep tracing behind, and no lag is reported', async () => {
  answer = 'unsupported';
  const tracing = await started();
  await until(() => !tracing.isBehind());
  await tracing.end();
  expect(lines('TraceLagSeconds')).toEqual([]);
});
