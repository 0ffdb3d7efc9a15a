import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { estimateNetwork } from '../../../lambdas/pchain/rederive/estimate';
import { createNetworkRederivation, getNetworkRederivation } from '../../../lambdas/pchain/rows/rederivation';
import { CHAIN, indexedNetwork, NETWORK } from '../../support/pchain/indexed';
import { INDEXING_NODE, RECORDINGS } from '../../support/pchain/recorded';

test.each([
  [RECORDINGS[0], 0],
  [RECORDINGS[1], 0],
  [INDEXING_NODE, 0],
  [RECORDINGS[0], 'head'],
] as const)('the estimate for %s from %s is within 15 percent of the write units taken', async (path, start) => {
  const net = await indexedNetwork(path, { start, oldDurango: start === 'head' });
  try {
    if (start === 'head') await net.followTo(150);
    await net.followTo(net.recorded.last);
    const cursor = await getCursor(net.table, CHAIN);
    if (!cursor) throw new Error('nothing is indexed');
    const estimate = await estimateNetwork(net.table, NETWORK, cursor);
    await createNetworkRederivation(net.plain, CHAIN, cursor, net.timer.now());
    await net.rederive();
    const taken = (await getNetworkRederivation(net.plain, CHAIN))?.writeUnits ?? 0;
    expect(estimate).toMatchObject({ blocks: cursor.number - cursor.start + 1, nodeCalls: 0 });
    expect(estimate.writeUnits / taken).toBeGreaterThan(0.85);
    expect(estimate.writeUnits / taken).toBeLessThan(1.15);
  } finally {
    await net.stop();
  }
});
