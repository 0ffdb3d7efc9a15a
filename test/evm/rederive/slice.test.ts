import { derive } from '../../../lambdas/evm/domain/derive';
import type { InternalTransaction } from '../../../lambdas/evm/domain/internal-transactions';
import { loadSlice } from '../../../lambdas/evm/rederive/slice';
import { getInternalTxItems } from '../../../lambdas/evm/rows/internal-rows';
import { getBlocks } from '../../support/follower/evm-backfill';
import { indexedHistory } from '../../support/follower/rederived';
import { address } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

const raws = getBlocks();
const block = raws[7];
const internals: InternalTransaction[] = [0, 1].map((row) => ({
  ...{ tx: 0, row, from: address(100), to: address(101), value: 1n, gasUsed: 1n, gasLimit: 1n },
  type: 'CALL',
}));

/** Block 7 with internal transactions in its rows, and others in the bucket. */
async function loaded(inRows: readonly InternalTransaction[], inBucket: InternalTransaction[] | undefined) {
  const memory = memoryTable();
  await indexedHistory(raws, memory);
  if (!block) throw new Error('no block');
  const items = getInternalTxItems({ derived: derive(block, 0), internalTxs: inRows }, '31337');
  await memory.table.write(items.map((put) => ({ put })));
  const slice = await loadSlice(
    {
      ...{ chain: '31337', table: memory.table, ownFrom: 0, traces: true },
      raw: { blocks: async (refs) => refs.flatMap(({ number }) => raws[number] ?? []) },
      storedTraces: { find: async (_, { number }) => (number === 7 ? inBucket : undefined) },
      withBlockchainId: (raw) => raw,
    },
    { from: 5, to: 9 },
  );
  return slice.map(({ derived, internalTxs }) => [derived.block.number, internalTxs.length]);
}

test.each<[string, readonly InternalTransaction[], InternalTransaction[] | undefined, number]>([
  ['of the bucket', [], internals, 2],
  ['of the rows in use if the bucket has none', internals, undefined, 2],
  ['of the rows in use if the bucket has those of a partly traced block', internals, internals.slice(0, 1), 2],
])('internal transactions are those %s', async (_, inRows, inBucket, count) => {
  const others = [5, 6, 8, 9].map((n) => [n, 0]);
  expect(await loaded(inRows, inBucket)).toEqual([...others.slice(0, 2), [7, count], ...others.slice(2)]);
});
