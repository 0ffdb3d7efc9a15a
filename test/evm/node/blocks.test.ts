import { getFailure } from '../../../lambdas/core/node/classify';
import type { Call, Outcome } from '../../../lambdas/core/node/rpc';
import { createBlocks } from '../../../lambdas/evm/node/blocks';
import { aRawBlock } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';

const log = aTransfer({ kind: 'erc20', token: 9, from: 1, to: 2 });
const { block, receipts } = aRawBlock(7, [
  { from: 1, to: 9, logs: [log] },
  { from: 2, to: 3, failed: true },
]);
const BLOOM = { some: `0x${'1'.padStart(512, '0')}`, none: `0x${'0'.repeat(512)}` };
const logs = receipts.flatMap(({ transactionHash, blockHash, logs: own }) =>
  own.map((one) => ({ ...one, transactionHash, blockHash })),
);
const internal = { error: getFailure({ code: -32603, message: 'internal error' }) };

/** `nth` counts the calls of the method. */
function getBlocks(rules: Record<string, (call: Call, nth: number) => Outcome>) {
  const counts = new Map<string, number>();
  const slept: number[] = [];
  const standard: typeof rules = {
    eth_getBlockByNumber: () => ({ result: { ...block, logsBloom: BLOOM.some } }),
    eth_getBlockReceipts: () => ({ result: receipts }),
    eth_getTransactionReceipt: ([, hash]) => ({ result: receipts.find((one) => one.transactionHash === hash) }),
    eth_getLogs: () => ({ result: logs }),
  };
  const batch = async (calls: readonly Call[]): Promise<Outcome[]> =>
    calls.map((call) => {
      const [method] = call;
      counts.set(method, (counts.get(method) ?? 0) + 1);
      const rule = rules[method] ?? standard[method];
      return rule?.(call, counts.get(method) ?? 0) ?? internal;
    });
  let now = 0;
  const timer = {
    steady: () => now,
    sleep: async (ms: number) => {
      slept.push(ms);
      now += ms;
    },
  };
  const blocks = createBlocks({ batch, wholeBatch: batch, call: async () => null }, timer);
  return { ...blocks, counts, slept };
}
/** Neither method returns these receipts. */
const lost = (...positions: number[]) => ({
  eth_getBlockReceipts: () => ({ result: receipts.filter((_, i) => !positions.includes(i)) }),
  eth_getTransactionReceipt: ([, hash]: Call) => ({
    result: receipts.find((one, i) => one.transactionHash === hash && !positions.includes(i)) ?? null,
  }),
});

describe('block receipts', () => {
  test('a node error for a receipt fails the read instead of marking the receipt missing', async () => {
    const failing = { eth_getBlockReceipts: () => internal, eth_getTransactionReceipt: () => internal };
    await expect(getBlocks(failing).blocksWithReceipts(7, 7, 100)).rejects.toMatchObject({ failure: 'broken' });
    const one = {
      ...failing,
      eth_getTransactionReceipt: ([, hash]: Call) =>
        hash === receipts[1]?.transactionHash ? internal : { result: receipts[0] },
    };
    await expect(getBlocks(one).blocksWithReceipts(7, 7, 100)).rejects.toMatchObject({ failure: 'broken' });
  });

  test('receipts are fetched one by one when eth_getBlockReceipts fails', async () => {
    const [whole] = await getBlocks({ eth_getBlockReceipts: () => internal }).blocksWithReceipts(7, 7);
    expect(whole?.receipts).toEqual(receipts);
  });

  test('a null receipt is retried for three seconds, then marked missing with its logs if the block is final', async () => {
    const { blocksWithReceipts, slept } = getBlocks(lost(0, 1));
    const [whole] = await blocksWithReceipts(7, 7, 7);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBe(3_000);
    expect(whole?.receipts.map(({ missing, status, logs: own }) => [missing, status, own.length])).toEqual([
      [true, undefined, 1],
      [true, undefined, 0],
    ]);
    await expect(getBlocks(lost(1)).blocksWithReceipts(7, 7, 6)).rejects.toMatchObject({ failure: 'absent' });
  });

  test.each([
    ['fails eth_getLogs', { eth_getLogs: () => internal }],
    ['returns no logs for a block with a bloom filter', { eth_getLogs: () => ({ result: [] }) }],
    ['returns logs that contradict a receipt', { ...lost(1), eth_getLogs: () => ({ result: [...logs, ...logs] }) }],
    [
      'returns logs of another block',
      { eth_getLogs: () => ({ result: logs.map((one) => ({ ...one, blockHash: '0x1' })) }) },
    ],
  ])('a missing receipt is not reconstructed when the node %s', async (_, rules) => {
    await expect(getBlocks({ ...lost(0), ...rules }).blocksWithReceipts(7, 7, 7)).rejects.toThrow();
  });
});

test('a block that a load-balanced node does not have yet is retried, then fails as absent', async () => {
  const late = (times: number) => {
    let asked = 0;
    return {
      eth_getBlockByNumber: ([, height]: Call) => ({ result: height !== '0x7' || ++asked <= times ? null : block }),
    };
  };
  expect(await getBlocks(late(3)).blocksWithReceipts(7, 7)).toHaveLength(1);
  await expect(getBlocks(late(9)).blocksWithReceipts(7, 7)).rejects.toMatchObject({ failure: 'absent' });
  expect(await getBlocks(late(2)).hashes([7])).toEqual([block.hash]);
  await expect(getBlocks(late(9)).hashes([7])).rejects.toMatchObject({ failure: 'absent' });
});
