import { CURSOR, cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { NodeDown } from '../../../lambdas/core/node/errors';
import type { Table } from '../../../lambdas/core/table/table';
import { fillReceipts } from '../../../lambdas/evm/domain/fill-receipts';
import type { GapKind } from '../../../lambdas/evm/domain/gap';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { fillGap } from '../../../lambdas/evm/indexer/fill-gap';
import { retryGaps } from '../../../lambdas/evm/indexer/retry-gaps';
import { nextRecount } from '../../../lambdas/evm/metrics/rows/recount-requests';
import { requestGaps } from '../../../lambdas/evm/rows/gap-requests';
import { getGaps } from '../../../lambdas/evm/rows/gaps';
import { captureLog } from '../../support/capture-log';
import { evmIndexer, headOver } from '../../support/follower/evm';
import { aChain, address, aRawBlock, hash } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';
import { muteLog } from '../../support/mute-log';
import { memoryTable } from '../../support/tables/memory';

const chain = aChain({ finalityDepth: 3 });
const { chainId } = chain;
/** A transfer, a failed transaction and a creation in each of the blocks 1 and 2. */
const blocks = [1, 2].map((number) =>
  aRawBlock(
    number,
    [
      { from: 1, to: 2, logs: [aTransfer({ kind: 'erc20', token: 50, from: 1, to: 2, value: 5n })] },
      { from: 3, to: 4, failed: true },
      { from: 5, input: '0x60' },
    ],
    { balances: { [address(1)]: '0x7', [address(5)]: '0x8' } },
  ),
);
/** The block as read from a node that lost these receipts. */
function withoutReceipts(raw: RawBlock, missing: readonly number[]): RawBlock {
  const logs = raw.receipts.flatMap(({ transactionHash, logs: own }) =>
    own.map((log) => ({ ...log, transactionHash })),
  );
  const found = raw.receipts.filter((_, i) => !missing.includes(i));
  return { ...raw, receipts: fillReceipts(raw.block, found, logs) };
}

/** A table with these blocks, and the bucket that they are in. */
async function indexed(raws: readonly RawBlock[], gate?: Parameters<typeof memoryTable>[0]) {
  const { table, items } = memoryTable(gate);
  await table.update(cursorKey(chainId), { set: { [CURSOR.start]: 0, [CURSOR.number]: 9, [CURSOR.fence]: 1 } });
  await evmIndexer(table, { chain }).apply(raws, headOver(table));
  const bucket = new Map(raws.map((raw) => [raw.block.hash, raw]));
  return { table, items, bucket };
}
type World = Awaited<ReturnType<typeof indexed>>;

/** Runs the request against a node that has all receipts, except of the blocks in `lacks`. */
const ask = ({ table, bucket }: World, lacks: readonly number[] = [], stop = () => false, kind: GapKind = 'receipts') =>
  retryGaps(
    { table, chain: chainId, kind },
    (gap) =>
      fillGap(
        {
          ...{ chain, table },
          storedTraces: { find: async () => undefined },
          tokenQueue: { send: async () => undefined },
          nftQueue: { send: async () => undefined },
          node: {
            holdings: async () => undefined,
            holdingsAt: async () => undefined,
            balances: async () => ({}),
            blockchainId: async () => undefined,
            async blocksWithReceipts(number) {
              if (lacks.includes(number)) throw new NodeDown('lost', 'absent');
              return blocks.filter(({ block }) => Number(block.number) === number);
            },
            head: async () => ({ number: 20, hash: hash(20), parentHash: hash(19), time: 1 }),
          },
          raw: {
            get: async (_, { hash: of }) => bucket.get(of) as RawBlock,
            replace: async (_, raw) => void bucket.set(raw.block.hash, raw),
          },
        },
        gap,
      ),
    stop,
  );
const lists = (table: Table) => getGaps(table, chainId, 'receipts', 10);

muteLog();
/** Without the requests to count the filled blocks once more. */
const rowsIn = async ({ items }: { items(): Promise<string[]> }): Promise<string[]> =>
  (await items()).filter((item) => !item.includes(' recount-'));

test.each([[[0]], [[1]], [[2]], [[0, 1, 2]]])(
  'lost receipts %j are listed, and a retry leaves the block as if they had never been missing',
  async (missing) => {
    const there = await indexed(blocks.map((raw) => withoutReceipts(raw, missing)));
    expect((await lists(there.table)).map(({ number, transactions }) => [number, transactions])).toEqual([
      [1, missing],
      [2, missing],
    ]);
    const whole = await indexed(blocks);
    expect(await rowsIn(there)).not.toEqual(await rowsIn(whole));
    await requestGaps(there.table, chainId, 'receipts', 1);
    await ask(there);
    expect(await rowsIn(there)).toEqual(await rowsIn(whole));
    expect(there.bucket).toEqual(whole.bucket);
    expect(await nextRecount(there.table, chainId)).toMatchObject({ from: 1, to: 1 });
  },
);

test('a block that still lacks receipts stays listed without holding up others, and nothing is retried unrequested', async () => {
  const there = await indexed(blocks.map((raw) => withoutReceipts(raw, [1])));
  const before = await rowsIn(there);
  await ask(there);
  expect(await rowsIn(there)).toEqual(before);
  await requestGaps(there.table, chainId, 'receipts', 1);
  await ask(there, [1]);
  expect((await lists(there.table)).map(({ number }) => number)).toEqual([1]);
  await requestGaps(there.table, chainId, 'receipts', 2);
  await ask(there, [], () => true);
  expect(await lists(there.table)).toHaveLength(1);
  await ask(there);
  expect(await rowsIn(there)).toEqual(await rowsIn(await indexed(blocks)));
});

describe('a refused block', () => {
  /** The block as indexed without its transactions. */
  const getPlaceholder = ({ block }: RawBlock): RawBlock => ({
    block: { ...block, transactions: [] },
    ...{ receipts: [], balances: {}, refused: block.transactions.length },
  });
  const [first, second] = blocks as [RawBlock, RawBlock];

  test('a refused block is indexed without transactions, listed, counted and raises the alarm', async () => {
    const log = captureLog();
    const there = await indexed([getPlaceholder(first), second]);
    log.restore();
    expect(log.lines).toMatchObject([{ level: 'ERROR', refused: [1] }, { RefusedBlocks: 1 }, { Halted: 1 }]);
    expect(await getGaps(there.table, chainId, 'blocks', 10)).toMatchObject([{ number: 1, hash: first.block.hash }]);
    expect(await evmIndexer(there.table, { chain }).positionAt(2)).toMatchObject({ cumulative: 6 });
  });

  test('a refused block is indexed completely once the node serves it', async () => {
    const there = await indexed([getPlaceholder(first), second]);
    // Balances are read with the block, so a refused one has none.
    const whole = await indexed([{ ...first, balances: {} }, second]);
    await requestGaps(there.table, chainId, 'blocks', 1);
    await ask(there, [1], () => false, 'blocks');
    expect(await getGaps(there.table, chainId, 'blocks', 10)).toHaveLength(1);
    await requestGaps(there.table, chainId, 'blocks', 2);
    await ask(there, [], () => false, 'blocks');
    expect(await rowsIn(there)).toEqual(await rowsIn(whole));
    expect(there.bucket).toEqual(whole.bucket);
  });
});

test('a request that crashes at any call is resumed with the same rows', async () => {
  const whole = await rowsIn(await indexed(blocks));
  let crashed = 0;
  for (let at = 1; ; at++) {
    let calls = Number.NEGATIVE_INFINITY;
    const there = await indexed(
      blocks.map((raw) => withoutReceipts(raw, [1, 2])),
      () => {
        if (++calls === at) throw new Error('crashed');
      },
    );
    await requestGaps(there.table, chainId, 'receipts', 1);
    calls = 0;
    const failed = await ask(there).then(
      () => false,
      () => true,
    );
    calls = Number.NEGATIVE_INFINITY;
    if (failed) await ask(there);
    expect(await rowsIn(there)).toEqual(whole);
    if (!failed) break;
    crashed++;
  }
  expect(crashed).toBeGreaterThan(10);
});
