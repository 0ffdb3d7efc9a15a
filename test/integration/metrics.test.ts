import type { Address, Hex } from 'viem';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { generateChain } from '../../demo/generate';
import { seededRandom } from '../../demo/random';
import { getResult, quantity, rpc, rpcBatch } from '../../demo/rpc';
import { FULL } from '../support/full';
import { reorg } from '../support/node/anvil';
import { drawScript, players } from '../support/node/player';
import { type NodeBlockWithReceipts, plainCumulative, plainSeries } from '../support/oracles/plain-metrics';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const random = seededRandom(20_261_129);

let anvil: Anvil;
let service: Service;
let accounts: Address[];
let script: Awaited<ReturnType<typeof players>>;
let people: Address[] = [];

beforeEach(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN), extraArgs: ['--gas-limit', '200000000'] });
  accounts = await rpc<Address[]>(anvil.url, 'eth_accounts');
  script = await players();
  await rpc(anvil.url, 'evm_setAutomine', [false]);
  await mine([1, 2, 3].map(() => ({ data: script.create([]), value: 1_000n })));
  const receipts = await rpc<{ contractAddress: Address }[]>(anvil.url, 'eth_getBlockReceipts', ['latest']);
  people = receipts.map(({ contractAddress }) => contractAddress);
});
afterEach(async () => {
  await service?.stop();
  await anvil?.stop();
  removeFolders();
});

type Send = { readonly to?: Address; readonly data: Hex; readonly value?: bigint };

/** In one block, `seconds` after the one before. */
async function mine(sends: readonly Send[], seconds = 1): Promise<void> {
  const answers = await rpcBatch(
    anvil.url,
    sends.map(({ value = 0n, ...send }, i) => [
      'eth_sendTransaction',
      [{ ...send, from: accounts[(i + seconds) % 5], value: quantity(value), gas: quantity(16_000_000) }],
    ]),
  );
  for (const answer of answers) getResult('eth_sendTransaction', answer);
  if (seconds > 1) await rpc(anvil.url, 'evm_increaseTime', [seconds]);
  await rpc(anvil.url, 'evm_mine');
}

/** Nested calls, and creations by accounts and contracts; hours and days end in between. */
async function play(blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    const gap = random() < 0.2 ? 30_000 : random() < 0.5 ? 1_500 : 1;
    const sends = [...people, undefined].flatMap((to): Send[] => {
      if (random() < 0.4) return [];
      const steps = drawScript(random, { players: people, heir: accounts[9] as Address }, 3, to !== undefined);
      return [{ ...(to ? { to } : {}), data: to ? script.play(steps) : script.create(steps), value: 7n }];
    });
    await mine(sends, gap);
  }
}

interface Call {
  readonly type: string;
  readonly from: string;
  readonly error?: string;
  readonly calls?: readonly Call[];
}
/** Creators in a call's children; nothing in a call that failed is created. */
const getCreators = (calls: readonly Call[] = []): string[] =>
  calls.flatMap(({ type, from, error, calls: own }) =>
    error ? [] : [...(type.startsWith('CREATE') ? [from.toLowerCase()] : []), ...getCreators(own)],
  );

const head = async () => Number(await rpc<string>(anvil.url, 'eth_blockNumber'));

/** All blocks as the node has them. */
async function chain(): Promise<NodeBlockWithReceipts[]> {
  const blocks: NodeBlockWithReceipts[] = [];
  for (let n = 0; n <= (await head()); n++) {
    const block = await rpc<NodeBlockWithReceipts['block'] & { transactions: { hash: string }[] }>(
      anvil.url,
      'eth_getBlockByNumber',
      [quantity(n), true],
    );
    const receipts = await rpc<NodeBlockWithReceipts['receipts']>(anvil.url, 'eth_getBlockReceipts', [quantity(n)]);
    const creators: string[] = [];
    for (const { hash } of block.transactions) {
      const top = await rpc<Call>(anvil.url, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }]);
      if (!top.error) creators.push(...getCreators(top.calls));
    }
    blocks.push({ block, receipts, creators });
  }
  return blocks;
}

async function traced(): Promise<void> {
  for (const until = Date.now() + 60_000; ; await wait(200)) {
    const top = await head();
    const { hash } = await rpc<{ hash: string }>(anvil.url, 'eth_getBlockByNumber', ['latest', false]);
    const { body } = await service.get<{ blocks?: Json[] }>(`/v1/chains/${CHAIN}/blocks?pageSize=1`);
    const health = (await service.get<{ details: Record<string, Json> }>('/v1/health-check')).body;
    if (body.blocks?.[0]?.blockHash === hash && health.details[`chain-${CHAIN}`]?.tracedBlock === top) break;
    if (Date.now() > until) throw new Error(`not traced to ${top}: ${service.output}`);
  }
  await wait(1_500);
}

const shown = async (metric: string, query = '') => {
  const rows = await service.all(`/v2/chains/${CHAIN}/metrics/${metric}${query}`, 'results', 7);
  return new Map(rows.map(({ timestamp, value }) => [Number(timestamp), Number(value)]));
};

/** Every metric of every hour and day equals the node's blocks. Returns the hours. */
async function equalsNode(): Promise<number> {
  const blocks = await chain();
  const compare = async (
    series: ReturnType<typeof plainSeries> | ReturnType<typeof plainCumulative>,
    query: string,
  ) => {
    for (const metric of Object.keys(series[0]?.metrics ?? {})) {
      const values = await shown(metric, query);
      for (const { timestamp, metrics } of series) {
        const value = (metrics as Record<string, number>)[metric] ?? Number.NaN;
        expect([metric, timestamp, values.get(timestamp)]).toEqual([
          metric,
          timestamp,
          expect.closeTo(value, value > 1e9 ? -7 : 6),
        ]);
        values.delete(timestamp);
      }
      // Intervals without blocks.
      if (!metric.startsWith('cumulative'))
        expect([metric, new Set(values.values()).size <= 1]).toEqual([metric, true]);
    }
  };
  const hours = plainSeries(blocks, 3_600);
  await compare(hours, '?timeInterval=hour');
  await compare(plainSeries(blocks, 86_400), '');
  await compare(plainCumulative(blocks), '');
  return hours.length;
}

/** Steps of counting at which a kill must do no harm. */
const STEPS = [
  { name: 'addresses of a part', call: 's3:PutObject', contains: 'states/metrics' },
  { name: 'row of an hour', call: 'dynamodb:BatchWriteItem', contains: '#hour' },
  { name: 'row of a day', call: 'dynamodb:BatchWriteItem', contains: '#day' },
  { name: 'state', call: 'dynamodb:UpdateItem', contains: '#state' },
  { name: 'first activity', call: 'dynamodb:BatchWriteItem', contains: '#first' },
] as const;
const KILLS = FULL
  ? STEPS.flatMap((step) => (['before', 'after'] as const).map((when) => ({ ...step, when })))
  : ([
      { ...STEPS[1], when: 'after' },
      { ...STEPS[3], when: 'before' },
    ] as const);

test.each(['mixed', 'tokens'] as const)("metrics of the benchmark's %s chain equal the node's blocks", async (kind) => {
  const blocks = FULL ? 1_000 : 50;
  await generateChain({
    ...{ url: anvil.url, kind, blocks },
    ...{ transactionsPerBlock: 20, seed: 1, secondsApart: 2_400 },
  });
  service = await new Service({
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, traces: true }],
  }).start();
  await traced();
  expect(await equalsNode()).toBeGreaterThan(blocks / 2);
});

test(`metrics equal the node's blocks, also after reorgs and ${KILLS.length} kills at named steps`, async () => {
  await play(8);
  service = await new Service({
    chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, traces: true, finalityDepth: 6 }],
  }).start();
  await traced();
  await equalsNode();
  await reorg(anvil.url, 3, []);
  await play(2);
  await traced();
  await equalsNode();
  const fell: Record<string, number> = {};
  for (const { name, when, call, contains } of KILLS) {
    await service.breakAt({ call, contains, nth: 1, when });
    for (const until = Date.now() + 120_000; Date.now() < until; ) {
      await play(2);
      await mine([], 90_000);
      if (await service.endedWithin(2_000)) break;
    }
    expect([name, when, await service.endedWithin(1)]).toEqual([name, when, true]);
    fell[`${when} ${name}`] = (fell[`${when} ${name}`] ?? 0) + 1;
    await reorg(anvil.url, 2, []);
    await play(1);
    await service.start();
    await traced();
    await equalsNode();
  }
  console.log('Kills at each step:', fell);
  expect(Object.values(fell).reduce((total, count) => total + count, 0)).toBe(KILLS.length);
  expect(await equalsNode()).toBeGreaterThan(4);
});
