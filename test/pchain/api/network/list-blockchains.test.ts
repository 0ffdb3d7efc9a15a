import { handler } from '../../../../lambdas/pchain/api/network/list-blockchains';
import type { AllDeps } from '../../../support/endpoints/deps';
import { LARGE_PAGING, ofNetwork, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery } from '../../../support/endpoints/refusals';
import { expectedBlockchains, expectedPrimaryNetwork } from '../../../support/pchain/expected/subnets';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryWorld } from '../../../support/pchain/world';

const getBlockchains = (deps: AllDeps, query: Record<string, string>) =>
  toRows<object>(handler, deps, ofNetwork(query), 'blockchains');

describe.each(RECORDINGS)('listBlockchains: %s', (path) => {
  test('200: pages of any size list every blockchain once in both orders, without its genesis', async () => {
    const { deps, recording } = await primaryWorld(path);
    const expected = [...expectedPrimaryNetwork(recording).blockchains, ...expectedBlockchains(recording)];
    for (const pageSize of ['1', '2', '10000']) {
      const ascending = await getBlockchains(deps, { pageSize, sortOrder: 'asc' });
      expect(ascending).toMatchObject(expected);
      for (const one of ascending) expect(one).not.toHaveProperty('genesisData');
      expect(await getBlockchains(deps, { pageSize })).toEqual(ascending.toReversed());
    }
  });
  test('200: blockchains above the cursor are not listed', async () => {
    const { recording } = await primaryWorld(path);
    const all = [...expectedPrimaryNetwork(recording).blockchains, ...expectedBlockchains(recording)];
    for (const { createBlockNumber } of all) {
      const at = Number(createBlockNumber);
      const expected = all.filter((one) => Number(one.createBlockNumber) <= at);
      const { deps } = await primaryWorld(path, Math.max(0, at));
      expect(await getBlockchains(deps, { pageSize: '1' })).toMatchObject(expected.toReversed());
    }
  });
});
refusesOfNetwork(handler, ofNetwork({ pageSize: '2' }), [
  ...LARGE_PAGING,
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
