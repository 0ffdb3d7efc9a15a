import { createReplayedFeeState } from '../../../lambdas/node-rpc/serving/replayed-fee-state';
import { pBlockReader } from '../../../lambdas/pchain/rows/block-reader';
import { blockItem } from '../../../lambdas/pchain/rows/items';
import { NETWORK } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';
import { withNetwork } from '../../support/pchain/world';
import { memoryTable } from '../../support/tables/memory';

/** A clock that leaps past the cache lifetime of cursors. */
let now = Date.now();
const leaping = (): number => {
  now += 1_000;
  return now;
};

test.each(RECORDINGS)("the replayed fee state equals the node's at the same height, byte for byte: %s", (path) =>
  withNetwork(path, async (net) => {
    const replayed = createReplayedFeeState(net.table, leaping);
    let compared = 0;
    for (const height of net.recorded.heights.filter((_, i) => i % 6 === 0)) {
      const said = net.recorded.recording.at('platform.getValidatorFeeState {}', height);
      if (!said || !('text' in said)) continue;
      await net.followTo(height);
      expect([height, await replayed(NETWORK)]).toEqual([height, { result: said.text }]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(5);
  }),
);

test('a network that is not indexed has no fee state', async () => {
  expect(await createReplayedFeeState(memoryTable().table, leaping)('mainnet')).toBeUndefined();
});

test('a block row without excess or without state has no fee state', () =>
  withNetwork(RECORDINGS[1], async (net) => {
    await net.followTo(5);
    const reader = pBlockReader(net.table);
    const block = await reader.byNumber(NETWORK, 5);
    if (!block?.after) throw new Error('no block');
    const { after, ...lost } = block;
    const { excess: _, ...before } = after;
    for (const row of [lost, { ...block, after: before as typeof after }]) {
      await net.table.write([{ put: blockItem(NETWORK, row) }]);
      expect(await createReplayedFeeState(net.table, leaping)(NETWORK)).toBeUndefined();
    }
    await net.table.write([{ put: blockItem(NETWORK, block) }]);
    expect(await createReplayedFeeState(net.table, leaping)(NETWORK)).toHaveProperty('result');
  }));
