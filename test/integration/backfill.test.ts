import { type Anvil, startAnvil } from '../../demo/anvil';
import { decodeBlock } from '../../lambdas/evm/rows/codec';
import { FULL } from '../support/full';
import { mine, rpc, sendTransfers } from '../support/node/anvil';
import { type TokenTraffic, tokenTraffic } from '../support/node/token-traffic';
import { runCli } from '../support/service/command';
import { difference, dump } from '../support/service/dump';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const DEPTH = 20;
/** Blocks of traffic before and after each stretch of empty blocks. */
const BLOCKS = FULL ? 40 : 6;

let anvil: Anvil;
const services: Service[] = [];
const start = async (config: Json, ...args: string[]): Promise<Service> => {
  const chain = { chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url, finalityDepth: DEPTH, ...config };
  const service = new Service({ chains: [chain] });
  services.push(service);
  return service.start(...args);
};
beforeEach(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN) });
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  await anvil?.stop();
  removeFolders();
});

const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));
const backfill = (service: Service, ...range: string[]) => runCli(service, 'backfill', '--chain', CHAIN, ...range);
interface Shown {
  readonly indexedBlock: number;
  readonly lagBlocks: number;
  readonly startBlock: number;
  readonly backfill?: {
    readonly from: number;
    readonly to: number;
    readonly next: number;
    readonly workers: number;
    readonly secondsLeft?: number;
  };
}
const shown = async (service: Service): Promise<Shown> =>
  (await service.get<{ details: Record<string, Shown> }>('/v1/health-check')).body.details[`chain-${CHAIN}`] as Shown;
/** Waits until no backfill is running and every warm function knows it. */
async function filled(service: Service, look: (shown: Shown) => void = () => undefined): Promise<void> {
  for (const until = Date.now() + 120_000; ; await wait(200)) {
    const now = await shown(service);
    look(now);
    if (!now.backfill) return wait(1_100);
    if (Date.now() > until) throw new Error(`not backfilled: ${JSON.stringify(now)} ${service.output}`);
  }
}

/**
 * The table without values that depend on the order of events: block and epoch of a balance reading, time of an NFT
 * reading, sample results, and the base of a header's transaction count (responses add the base).
 */
async function toRows(service: Service, { contracts, transfers }: TokenTraffic): Promise<Map<string, string>> {
  // Their balances change without a transfer, so a later reading differs.
  const restless = [contracts.Rebasing, contracts.MintsSilently];
  const kinds = Map.groupBy(transfers, ({ token }) => token.toLowerCase());
  const several = new Set(
    [...kinds].flatMap(([token, own]) => (new Set(own.map(({ kind }) => kind)).size > 1 ? [token] : [])),
  );
  const rows = new Map<string, string>();
  for (const [key, value] of await dump(service)) {
    if (key.startsWith('b#')) {
      const text = value.replaceAll(/(^| )[en]=\d+/g, '');
      rows.set(key, restless.some((token) => key.includes(token)) ? '' : text);
    } else if (key.startsWith('h#')) {
      const { cumulative, ...rest } = decodeBlock(Buffer.from(/\bd=([0-9a-f]+)/.exec(value)?.[1] ?? '', 'hex'));
      const plain = JSON.stringify(rest, (_, v) => (typeof v === 'bigint' ? String(v) : v));
      rows.set(key, value.replace(/\bd=[0-9a-f]+/, plain));
    } else if (key.startsWith('nft#')) {
      // The time and the result of the metadata reading: an ID burned in between has none.
      rows.set(key, value.replaceAll(/(^| )[dr]=\w+/g, ''));
    } else if (key.startsWith('k#') && key.endsWith(' ~m')) {
      // Whether a sample found its drift is chance. A token that does not reveal its type gets the first type seen.
      const text = value.replace(/\blv=\d+ /, '');
      rows.set(key, several.has(key.split(/[# ]/)[2] ?? '') ? text.replace(/\by=\S+/, '') : text);
    } else rows.set(key, value);
  }
  // An activity marker may name any block with activity: only its validity is compared.
  for (const [key, value] of rows) {
    const [, address, kind] = /^ac#(\w+) \d+#(\w)$/.exec(key) ?? [];
    if (!address) continue;
    const block = (/\bb=(\d+)/.exec(value)?.[1] ?? '').padStart(10, '0');
    const fact = `a#${CHAIN}#${address} ${kind}#${block}`;
    rows.set(key, [...rows.keys()].some((row) => row.startsWith(fact)) ? 'holds' : value);
  }
  return rows;
}

/** Steps at which a kill must do no harm, in order. The ranges start at blocks 0, 121 and 201, concurrently. */
const KILLS = [
  { name: 'a batch of rows', call: 'dynamodb:BatchWriteItem', contains: '"0000000150"', nth: 1, when: 'after' },
  { name: 'raw put', call: 's3:PutObject', contains: '/100-120', nth: 1, when: 'before' },
  { name: 'holdings', call: 'dynamodb:BatchWriteItem', contains: `"b#${CHAIN}`, nth: 1, when: 'after' },
  { name: 'job moved', call: 'dynamodb:UpdateItem', contains: '"#v":"v"', nth: 1, when: 'after' },
  { name: 'base of the count', call: 'dynamodb:UpdateItem', contains: '"#cb":"cb"', nth: 1, when: 'after' },
  { name: 'job done', call: 'dynamodb:UpdateItem', contains: '"#d":"d"', nth: 1, when: 'before' },
] as const;
const CHOSEN = FULL ? KILLS : KILLS.slice(0, 1);

test(`backfilling overlapping and repeated ranges with ${CHOSEN.length} kills equals following from block 0`, async () => {
  await rpc(anvil.url, 'evm_setAutomine', [false]);
  await tokenTraffic(anvil.url, 1, BLOCKS);
  await mine(anvil.url, 110);
  await tokenTraffic(anvil.url, 2, BLOCKS);
  await mine(anvil.url, 110);
  const traffic = await tokenTraffic(anvil.url, 3, BLOCKS);
  const top = await head();
  const first = top - DEPTH;
  // Slow enough to see the follower work beside it: after a kill its lease takes ten seconds to expire.
  const [whole, service] = await Promise.all([
    start({}),
    start({ startBlock: first, backfillWriteUnitsPerSecond: 300, backfillWorkers: 3 }),
  ]);
  await Promise.all([whole, service].map((one) => one.indexed(CHAIN, top)));
  const ranges = [['--from', '0', '--to', '120'], ['--from', '60', '--to', '200'], ['--from', '0', '--to', '120'], []];
  for (const range of ranges) expect((await backfill(service, ...range, '--json')).code).toBe(0);
  await service.kill();
  const fell: Record<string, number> = {};
  for (const { name, ...step } of CHOSEN) {
    await service.start();
    await service.breakAt(step);
    expect([name, await service.endedWithin(120_000)]).toEqual([name, true]);
    fell[name] = (fell[name] ?? 0) + 1;
  }
  console.log('Kills at each step:', fell);
  await service.start();
  // After six kills too little is left to fill for the follower to start in time.
  if (FULL) expect((await backfill(service, '--from', '0', '--to', '120', '--again', '--json')).code).toBe(0);
  // New blocks arrive in the meantime, and the follower indexes them.
  let [followed, atOnce] = [0, 0];
  const live = tokenTrafficLater();
  await filled(service, ({ indexedBlock, backfill }) => {
    if (!backfill) return;
    followed = Math.max(followed, indexedBlock - top);
    atOnce = Math.max(atOnce, backfill.workers);
  });
  await live;
  // The concurrency depends on the machine; unit tests cover that workers share a history.
  console.log(`The follower indexed ${followed} new blocks while up to ${atOnce} workers filled the history.`);
  const end = await head();
  await Promise.all([whole, service].map((one) => one.indexed(CHAIN, end)));
  const left = async () => difference(await toRows(service, traffic), await toRows(whole, traffic));
  // Token records arrive through a queue.
  for (const until = Date.now() + 15_000; Date.now() < until && (await left()).length > 0; ) await wait(1_000);
  expect(await left()).toEqual([]);
  const holders = [...new Set(traffic.pairs.map(({ holder }) => holder))].slice(0, FULL ? 100 : 12);
  const paths = [
    `/v1/chains/${CHAIN}/blocks?pageSize=100`,
    `/v1/chains/${CHAIN}/blocks/${first}`,
    `/v1/chains/${CHAIN}/blocks/${first - 1}`,
    '/v1/blocks?network=testnet&pageSize=100',
    `/v1/blocks?network=testnet&chainId=${CHAIN}&pageSize=100`,
    '/v1/transactions?network=testnet&pageSize=100&sortOrder=asc',
    ...holders.flatMap((holder) => [
      `/v1/chains/${CHAIN}/addresses/${holder}/transactions?pageSize=100`,
      `/v1/chains/${CHAIN}/addresses/${holder}/transactions:listErc721?pageSize=100`,
      `/v1/address/${holder}/chains`,
    ]),
  ];
  // The time of an NFT reading differs between services.
  const answer = async (of: Service, path: string) =>
    JSON.stringify((await of.get(path)).body, (name, value) =>
      name === 'metadataLastUpdatedTimestamp' ? undefined : value,
    );
  for (const path of paths) expect([path, await answer(service, path)]).toEqual([path, await answer(whole, path)]);
  expect(followed).toBeGreaterThan(0);
});

/** Some blocks, one at a time, fewer than the finality depth. */
async function tokenTrafficLater(): Promise<void> {
  for (let n = 0; n < 16; n++) {
    await sendTransfers(anvil.url, 3);
    await mine(anvil.url, 1);
    await wait(500);
  }
}

test('a long history is backfilled automatically below the finalized head, despite a kill', async () => {
  await sendTransfers(anvil.url, 10);
  await mine(anvil.url, FULL ? 20_000 : 2_400);
  await sendTransfers(anvil.url, 30);
  const top = await head();
  const service = await start({ backfillWriteUnitsPerSecond: 1_500, backfillWorkers: 4 });
  let begun = await shown(service);
  for (; (begun.backfill?.next ?? 0) === 0; begun = await shown(service)) await wait(50);
  expect(begun).toMatchObject({ startBlock: top - DEPTH + 1, backfill: { from: 0, to: top - DEPTH, workers: 4 } });
  await service.kill();
  await service.start();
  const again = await shown(service);
  expect(again.backfill?.next).toBeGreaterThanOrEqual(begun.backfill?.next ?? 0);
  await filled(service);
  const blocks = await service.all(`/v1/chains/${CHAIN}/blocks`, 'blocks', 100);
  expect(blocks.map((block) => Number(block.blockNumber))).toEqual(Array.from({ length: top + 1 }, (_, n) => top - n));
  let count = 0;
  const counts = blocks.toReversed().map((block) => {
    count += Number(block.txCount);
    return [block.blockNumber, String(count)];
  });
  expect(blocks.toReversed().map((block) => [block.blockNumber, block.cumulativeTransactions])).toEqual(counts);
  expect(count).toBe(40);
  const refused = await backfill(service, '--from', String(top));
  expect([refused.code, refused.stderr.trim()]).toEqual([
    1,
    `the follower indexes blocks from ${top - DEPTH + 1} on: --from must be lower`,
  ]);
});
