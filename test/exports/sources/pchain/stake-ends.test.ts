import { readStakeEnds } from '../../../../lambdas/exports/sources/pchain/stake-ends';
import { stakingContext } from '../../../../lambdas/exports/sources/pchain/staking-context';
import { createPTable } from '../../../../lambdas/exports/sources/pchain/table';
import { readAddress } from '../../../../lambdas/pchain/domain/bech32-address';
import { exportedNetwork } from '../../../support/exports/primary';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS } from '../../../support/pchain/recorded';

test.each(RECORDINGS)('stake ends are the first ones after the cursor, up to the limit: %s', async (path) => {
  const { recording, table, last } = await exportedNetwork(path);
  const addresses = everybodyIn(recording).addresses.flatMap((text) => readAddress(text)?.address ?? []);
  const range = { network: NETWORK, addresses, from: 0, to: last, end: Number.POSITIVE_INFINITY };
  const context = await stakingContext(createPTable(table), range, 0);
  const all = await readStakeEnds(context, undefined);
  expect(all.length).toBeGreaterThan(3);
  for (const most of [1, 2, 3])
    for (const [i, { sort }] of all.entries()) {
      expect(await readStakeEnds(context, sort, most)).toEqual(all.slice(i + 1, i + 1 + most));
    }
  expect(await readStakeEnds(context, undefined, 2)).toEqual(all.slice(0, 2));
});
