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
/** Waits until no backfill is running, and every warm function has noticed. */
async function filled(service: Service, look: (shown: Shown) => void = () => undefined): Promise<void> {
  for (const until = Date.now() + 120_000; ; await wait(200)) {
    const now = await shown(service);
    look(now);
    if (!now.backfill) return wait(1_100);
    if (Date.now() > until) throw new Error(`not backfilled: ${JSON.stringify(now)} ${service.output}`);
  }
}

/**
 * The table without what depends on the order of events, besides cursor and incarnations: at which block and in which
 * epoch a balance was read, when an NFT was read, what a sample found, and from which block on a header counts
 * transactions (responses add what is before).
 */
async function toRows(service: Service, { contracts, transfers }: TokenTraffic): Promise<Map<string, string>> {
  // Their balances change without a transfer: a later reading is another value.
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
      // When its metadata was read, and what they were by then: an id that was burned meanwhile has none.
      rows.set(key, value.replaceAll(/(^| )[dr]=\w+/g, ''));
    } else if (key.startsWith('k#') && key.endsWith(' ~m')) {
      // Depends on whether a sample found it while it drifted. A token that does not reveal its type gets the first type seen.
      const text = value.replace(/\blv=\d+ /, '');
      rows.set(key, several.has(key.split(/[# ]/)[2] ?? '') ? text.replace(/\by=\S+/, '') : text);
    } else rows.set(key, value);
  }
  // Any block of the address will do for an activity marker: here it must hold, and what it is, is each way's own.
  for (const [key, value] of rows) {
    const [, address, kind] = /^ac#(\w+) \d+#(\w)$/.exec(key) ?? [];
    if (!address) continue;
    const block = (/\bb=(\d+)/.exec(value)?.[1] ?? '').padStart(10, '0');
    const fact = `a#${CHAIN}#${address} ${kind}#${block}`;
    rows.set(key, [...rows.keys()].some((row) => row.startsWith(fact)) ? 'holds' : value);
  }
  return rows;
}

/** Where a kill must do no harm, in the order of the work: the ranges begin with blocks 0, 121 and 201, all at once. */
const KILLS = [
  { name: 'a batch of rows', call: 'dynamodb:BatchWriteItem', contains: '"0000000150"', nth: 1, when: 'after' },
  { name: 'raw put', call: 's3:PutObject', contains: '/100-120', nth: 1, when: 'before' },
  { name: 'holdings', call: 'dynamodb:BatchWriteItem', contains: `"b#${CHAIN}`, nth: 1, when: 'after' },
  { name: 'job moved', call: 'dynamodb:UpdateItem', contains: '"#v":"v"', nth: 1, when: 'after' },
  { name: 'base of the count', call: 'dynamodb:UpdateItem', contains: '"#cb":"cb"', nth: 1, when: 'after' },
  { name: 'job done', call: 'dynamodb:UpdateItem', contains: '"#d":"d"', nth: 1, when: 'before' },
] as const;
const CHOSEN = FULL ? KILLS : KILLS.slice(0, 1);

test(`overlapping and repeated ranges, ${CHOSEN.length} kills: the table and the answers of a chain followed from 0`, async () => {
  await rpc(anvil.url, 'evm_setAutomine', [false]);
  await tokenTraffic(anvil.url, 1, BLOCKS);
  await mine(anvil.url, 110);
  await tokenTraffic(anvil.url, 2, BLOCKS);
  await mine(anvil.url, 110);
  const traffic = await tokenTraffic(anvil.url, 3, BLOCKS);
  const top = await head();
  const first = top - DEPTH;
  // Slow enough that the follower is seen beside it: after a kill its lease takes ten seconds to expire.
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
  // Six kills leave little to fill: less than the follower needs to begin.
  if (FULL) expect((await backfill(service, '--from', '0', '--to', '120', '--again', '--json')).code).toBe(0);
  // Blocks go on meanwhile, and the follower with them.
  let [followed, atOnce] = [0, 0];
  const live = tokenTrafficLater();
  await filled(service, ({ indexedBlock, backfill }) => {
    if (!backfill) return;
    followed = Math.max(followed, indexedBlock - top);
    atOnce = Math.max(atOnce, backfill.workers);
  });
  await live;
  // How many at once is up to the machine here; unit tests hold that workers share a history.
  console.log(`The follower indexed ${followed} new blocks while up to ${atOnce} workers filled the history.`);
  const end = await head();
  await Promise.all([whole, service].map((one) => one.indexed(CHAIN, end)));
  const left = async () => difference(await toRows(service, traffic), await toRows(whole, traffic));
  // Token records come by a queue.
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
  // When an NFT was read is each service's own.
  const answer = async (of: Service, path: string) =>
    JSON.stringify((await of.get(path)).body, (name, value) =>
      name === 'metadataLastUpdatedTimestamp' ? undefined : value,
    );
  for (const path of paths) expect([path, await answer(service, path)]).toEqual([path, await answer(whole, path)]);
  expect(followed).toBeGreaterThan(0);
});

/** Some blocks, one at a time: fewer than count as final. */
async function tokenTrafficLater(): Promise<void> {
  for (let n = 0; n < 16; n++) {
    await sendTransfers(anvil.url, 3);
    await mine(anvil.url, 1);
    await wait(500);
  }
}

test('a chain with a long history is followed from its finalized head, and the rest is backfilled automatically, despite a kill', async () => {
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
