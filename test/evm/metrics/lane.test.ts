import type { Lease } from '../../../lambdas/chain/rows/lease';
import { createAddressSets } from '../../../lambdas/evm/metrics/address-sets';
import { createIndexedBlocks, firstTransactions } from '../../../lambdas/evm/metrics/indexed-blocks';
import { createMetricsLane, joinBesides } from '../../../lambdas/evm/metrics/lane';
import { metricsStateKey, readMetricsState } from '../../../lambdas/evm/metrics/rows/metrics-state';
import { traceCursorKey } from '../../../lambdas/evm/rows/trace-item';
import { evmIndexer, headOver } from '../../support/follower/evm';
import { aChain, aCursor, aRawBlock } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';
import { memoryTable } from '../../support/tables/memory';

muteLog();

/** A lane over ten indexed blocks. `trace`: the trace cursor's item, if any. */
async function started(traces: boolean, trace?: Record<string, unknown>) {
  const chain = aChain({ traces });
  const { table } = memoryTable();
  const raws = Array.from({ length: 10 }, (_, i) => aRawBlock(i + 1, [{ from: 1, to: 2 }]));
  const cursor = aCursor({ number: 10, start: 1, head: 10, time: 1_700_000_010 });
  await evmIndexer(table, { chain }).apply(raws, headOver(table, cursor));
  if (trace) await table.write([{ put: { ...traceCursorKey(chain.chainId), ...trace } }]);
  const raw = {
    blocks: async (refs: readonly { number: number }[]) => refs.flatMap(({ number }) => raws[number - 1] ?? []),
  };
  const blocks = createIndexedBlocks({ chain, table, raw, traces: { find: async () => undefined } });
  const sets = createAddressSets('bucket', { send: async () => ({}) } as never);
  const lease = { cursor, signal: () => new AbortController().signal } as unknown as Lease;
  const lane = createMetricsLane({ chain, table, sets, blocks, changedBlocks: blocks }, lease);
  const counted = async () =>
    (readMetricsState(await table.get(metricsStateKey(chain.chainId), true)).live?.next ?? 1) - 1;
  return { lane, counted };
}
const settled = async (lane: { isBehind(): boolean }) => {
  for (let i = 0; i < 100 && lane.isBehind(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
};

test.each([
  ['without traces all blocks are counted', false, undefined, 10],
  ['before the first trace none is', true, undefined, 0],
  ['blocks are counted up to the last traced one', true, { n: 4 }, 4],
  ['all are if the node cannot trace', true, { n: 4, o: 1_700_000_000_000 }, 10],
] as const)('%s', async (_, traces, trace, expected) => {
  const { lane, counted } = await started(traces, trace);
  await settled(lane);
  await lane.end();
  expect(await counted()).toBe(expected);
  expect(lane.isBehind()).toBe(false);
});

test('lanes that run together end together, and are behind while one of them is', async () => {
  const ended: number[] = [];
  const lane = (n: number, isBehind: boolean) => ({ isBehind: () => isBehind, end: async () => void ended.push(n) });
  expect(joinBesides([lane(1, false), lane(2, true)]).isBehind()).toBe(true);
  expect(joinBesides([lane(1, false)]).isBehind()).toBe(false);
  await joinBesides([lane(1, false), lane(2, true)]).end();
  expect(ended).toEqual([1, 2]);
});

test('blocks are read together up to a number of transactions, and one alone beyond it', () => {
  const blocks = [5, 5, 1, 20, 3].map((txCount) => ({ txCount }));
  expect(firstTransactions(blocks, 10)).toHaveLength(2);
  expect(firstTransactions(blocks.slice(3), 10)).toHaveLength(1);
  expect(firstTransactions(blocks, 100)).toHaveLength(5);
});
