import { describeEstimate, estimateHistory } from '../../../lambdas/chain/backfill/history-estimate';
import { createHistoryCost } from '../../../lambdas/evm/indexer/history-cost';
import { aRawBlock } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';

const transfer = (n: number) => aTransfer({ kind: 'erc20', token: 20, from: 2 * n + 1, to: 2 * n + 2, value: 5n });
/** Each block has twenty transactions, each with a transfer between two other addresses. Records the blocks read. */
function aSource() {
  const read: number[] = [];
  const blocks = async (from: number) => {
    read.push(from);
    return [
      aRawBlock(
        from,
        Array.from({ length: 20 }, (_, n) => ({ from: 1, to: 2, logs: [transfer(n)] })),
      ),
    ];
  };
  return { read, blocks };
}

describe('the estimate of a history', () => {
  const traced = { traces: true, historyTraces: true };
  test('the estimate counts blocks, write units, objects, dollars and node calls by type', async () => {
    const { read, blocks } = aSource();
    const cost = createHistoryCost(traced);
    const estimate = await estimateHistory({ blocks }, { cost }, { from: 0, to: 999_999 });
    expect(read).toEqual([0, 250_000, 500_000, 749_999, 999_999]);
    expect(estimate).toEqual({
      blocks: 1_000_000,
      // 8 + 20 * (3.25 + 3) a block.
      writeUnits: 133_000_000,
      // 75 blocks of 40 rows to a slice.
      puts: 13_334,
      dollars: 83.2,
      nodeCalls: { blocks: 1_000_000, receipts: 1_000_000, balances: 400_000, traces: 3_000_000 },
    });
    expect(describeEstimate(estimate)).toEqual([
      'Estimate for 1,000,000 blocks: 133,000,000 write units and 13,334 objects, about $83.20.',
      'Node calls (billed by your provider): 1,000,000 for blocks, 1,000,000 for receipts, 400,000 for balances, 3,000,000 for traces.',
    ]);
  });
  test.each([
    { traces: true, historyTraces: false },
    { traces: false, historyTraces: true },
  ])('the estimate has no trace calls unless both settings are on: %o', async (settings) => {
    const { blocks } = aSource();
    const { nodeCalls } = await estimateHistory({ blocks }, { cost: createHistoryCost(settings) }, { from: 0, to: 9 });
    expect(nodeCalls).toEqual({ blocks: 10, receipts: 10, balances: 4 });
  });
  test('estimating a range shorter than the sample reads each block once', async () => {
    const { read, blocks } = aSource();
    const { writeUnits } = await estimateHistory({ blocks }, { cost: createHistoryCost(traced) }, { from: 5, to: 6 });
    expect([read, writeUnits]).toEqual([[5, 6], 266]);
  });
});
