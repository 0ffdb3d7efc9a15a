import { NodeDown } from '../../../lambdas/core/node/errors';
import { derive } from '../../../lambdas/evm/domain/derive';
import type { Gap } from '../../../lambdas/evm/domain/gap';
import type { InternalTransaction } from '../../../lambdas/evm/domain/internal-transactions';
import { fillMissingTraces } from '../../../lambdas/evm/indexer/fill-traces';
import type { PartlyTraced } from '../../../lambdas/evm/node/traces';
import { gapItem, getGaps, tracesGap } from '../../../lambdas/evm/rows/gaps';
import { createInternalTxRows } from '../../../lambdas/evm/rows/internal-tx-rows';
import { aChain, address, aRawBlock } from '../../support/make/blocks';
import { anInternalTx } from '../../support/make/internal-transactions';
import { memoryTable } from '../../support/tables/memory';

const chain = aChain();
const { chainId } = chain;
const raw = aRawBlock(7, [
  { from: 1, to: 2 },
  { from: 1, to: 3 },
  { from: 1, to: 4 },
]);
const block = { number: 7, hash: raw.block.hash };
const paid = [2, 3, 4].map((to, tx) => anInternalTx({ tx, row: tx, to: address(to) }));
const numbered = (internalTxs: readonly InternalTransaction[]) => internalTxs.map((one, row) => ({ ...one, row }));
const refuse = async () => {
  throw new NodeDown('too slow', 'too big');
};

/** A table with a gap, and the rows of the block's other transactions. */
async function withGap(gap: Gap) {
  const { table, items } = memoryTable();
  const rows = createInternalTxRows(table, chainId, { signal: () => new AbortController().signal });
  const before = numbered(paid.filter(({ tx }) => gap.transactions.length > 0 && !gap.transactions.includes(tx)));
  await rows.writeFinal([{ derived: derive(raw, 0), internalTxs: before }], 7);
  await table.write([{ put: gapItem(chainId, gap) }]);
  /** The node traces the whole block, or only these transactions. */
  const fill = (traced: 'whole' | PartlyTraced | undefined, given = raw) =>
    fillMissingTraces(
      {
        ...{ table, chain, rows },
        blocks: { blocksWithReceipts: async () => [given] },
        traces: {
          internalTxs: traced === 'whole' ? async () => [...paid] : refuse,
          partly: async () => (typeof traced === 'object' ? traced : refuse()),
        },
      },
      gap,
    );
  return { items, fill, gaps: () => getGaps(table, chainId, 'traces', 10) };
}
const whole = async () => {
  const there = await withGap(tracesGap(block));
  await there.fill('whole');
  return there.items();
};

test('an untraced block stays listed until it gets its internal transactions', async () => {
  const gap = tracesGap(block);
  const { fill, gaps, items } = await withGap(gap);
  await expect(fill(undefined)).rejects.toThrow('too slow');
  await expect(fill('whole', aRawBlock(7, [], { salt: 2 }))).rejects.toThrow('differs from the indexed one');
  expect(await gaps()).toEqual([gap]);
  await fill('whole');
  expect(await gaps()).toEqual([]);
  expect((await items()).filter((item) => item.startsWith(`a#${chainId}#${address(2)} i#`))).toHaveLength(1);
});

test('a block that lacks the traces of one transaction gets them and loses its former rows', async () => {
  const { fill, items } = await withGap(tracesGap(block, [0]));
  await fill('whole');
  expect(await items()).toEqual(await whole());
});

test('a block that is traced further but not completely stays listed with the untraced transactions', async () => {
  const gap = tracesGap(block, [0, 1]);
  const { fill, gaps } = await withGap(gap);
  await expect(fill({ internalTxs: numbered(paid.slice(2)), untraced: [0, 1] })).rejects.toThrow(
    'still cannot be traced',
  );
  expect(await gaps()).toEqual([gap]);
  await fill({ internalTxs: numbered(paid.slice(1)), untraced: [0] });
  expect(await gaps()).toEqual([tracesGap(block, [0])]);
});
