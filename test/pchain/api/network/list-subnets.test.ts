import { handler } from '../../../../lambdas/pchain/api/network/list-subnets';
import { blockchainItem, subnetItem } from '../../../../lambdas/pchain/rows/items';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { LARGE_PAGING, ofNetwork, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery } from '../../../support/endpoints/refusals';
import { type ExpectedSubnet, expectedPrimaryNetwork, expectedSubnets } from '../../../support/pchain/expected/subnets';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const getSubnets = (deps: AllDeps, query: Record<string, string>) =>
  toRows<ExpectedSubnet>(handler, deps, ofNetwork(query), 'subnets');

describe.each(RECORDINGS)('listSubnets: %s', (path) => {
  test('200: pages of any size list every subnet once in both orders, with its blockchains', async () => {
    const { deps, recording } = await primaryWorld(path);
    const expected = [expectedPrimaryNetwork(recording), ...expectedSubnets(recording)];
    for (const pageSize of ['1', '2', '100', '10000']) {
      expect(await getSubnets(deps, { pageSize, sortOrder: 'asc' })).toMatchObject(expected);
      expect(await getSubnets(deps, { pageSize })).toMatchObject(expected.toReversed());
    }
  });
  test('200: a page of size 1 has one subnet and a token', async () => {
    const { deps } = await primaryWorld(path);
    const { body } = await call(handler, deps, ofNetwork({ pageSize: '1' }));
    expect(body).toEqual({ nextPageToken: expect.any(String), subnets: [expect.anything()] });
  });
  test('200: subnets and blockchains above the cursor are not listed', async () => {
    const { recording } = await primaryWorld(path);
    const all = [expectedPrimaryNetwork(recording), ...expectedSubnets(recording)];
    const heights = all.flatMap((one) => [
      Number(one.createBlockIndex),
      ...one.blockchains.map((chain) => Number(chain.createBlockNumber)),
    ]);
    for (const at of new Set(heights.flatMap((height) => [height - 1, height]).filter((height) => height >= 0))) {
      const { deps } = await primaryWorld(path, at);
      const expected = all
        .filter(({ createBlockIndex }) => Number(createBlockIndex) <= at)
        .map(({ subnetId, blockchains }) => ({
          subnetId,
          blockchains: blockchains.filter(({ createBlockNumber }) => Number(createBlockNumber) <= at),
        }));
      expect(await getSubnets(deps, { pageSize: '2', sortOrder: 'asc' })).toMatchObject(expected);
      expect(await getSubnets(deps, { pageSize: '2' })).toMatchObject(expected.toReversed());
    }
  });
});

describe('listSubnets: a network of many subnets', () => {
  const id = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
  // More blockchains than one page reads, and more subnets than that.
  const COUNTS = [250, 0, 100, 99, 101, 1_200, ...Array.from({ length: 400 }, (_, i) => i % 3)];
  let deps: AllDeps;
  beforeAll(() =>
    withNetwork(RECORDINGS[1], async (net) => {
      await net.followTo(1);
      const writes = COUNTS.flatMap((count, n) => {
        const [subnetId, created] = [id(1_000 + n), { block: 1, tx: 1 + n, time: 5 }];
        const owner = { addresses: [], threshold: 0, locktime: 0n };
        const chains = Array.from({ length: count }, (_, i) => {
          const at = { block: 1, tx: 1_000 + i, time: 5 };
          const blockchain = { blockchainId: id(10_000 * (1 + n) + i), name: `${n}/${i}`, vmId: id(1) };
          return blockchainItem(NETWORK, { ...blockchain, subnetId, created: at }, created);
        });
        return [subnetItem(NETWORK, { subnetId, created, owner }), ...chains];
      });
      await net.table.write(writes.map((put) => ({ put })));
      ({ deps } = await primaryDeps(net));
    }),
  );
  const names = COUNTS.map((count, n) => Array.from({ length: count }, (_, i) => `${n}/${i}`));

  test.each(['1', '20', '10000'])(
    '200: pages of %s list each subnet once with all of its blockchains',
    async (pageSize) => {
      for (const sortOrder of ['asc', 'desc']) {
        const all = await getSubnets(deps, { pageSize, sortOrder });
        const found = all.map(({ blockchains }) => blockchains.map(({ blockchainName }) => blockchainName));
        // The first two are recorded.
        expect((sortOrder === 'asc' ? found : found.toReversed()).slice(2)).toEqual(names);
      }
    },
  );
});
refusesOfNetwork(handler, ofNetwork({ pageSize: '2' }), [
  ...LARGE_PAGING,
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
