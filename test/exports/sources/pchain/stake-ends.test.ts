import { endsOf } from '../../../../lambdas/exports/sources/pchain/stake-ends';
import { stakingContext } from '../../../../lambdas/exports/sources/pchain/staking-context';
import { openPTable } from '../../../../lambdas/exports/sources/pchain/table';
import { readAddress } from '../../../../lambdas/pchain/domain/bech32-address';
import { exportedNetwork } from '../../../support/exports/primary';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS } from '../../../support/pchain/recorded';

test.each(RECORDINGS)('no more ends are kept than one part can have, and those are the first: %s', async (path) => {
  const { recording, table, last } = await exportedNetwork(path);
  const addresses = everybodyIn(recording).addresses.flatMap((text) => readAddress(text)?.address ?? []);
  const range = { network: NETWORK, addresses, from: 0, to: last, end: Number.POSITIVE_INFINITY };
  const context = await stakingContext(openPTable(table), range, 0);
  const all = await endsOf(context, undefined);
  expect(all.length).toBeGreaterThan(3);
  for (const most of [1, 2, 3])
    for (const [i, { sort }] of all.entries()) {
      expect(await endsOf(context, sort, most)).toEqual(all.slice(i + 1, i + 1 + most));
    }
  expect(await endsOf(context, undefined, 2)).toEqual(all.slice(0, 2));
});
