import { readAddress } from '../../../lambdas/adapters/bech32-address';
import { endsOf } from '../../../lambdas/exports/pchain/stake-ends';
import { stakingContext } from '../../../lambdas/exports/pchain/staking-context';
import { openPTable } from '../../../lambdas/exports/pchain/table';
import { exportedNetwork } from '../../support/exports/primary';
import { everybodyIn } from '../../support/p-chain/expected/everybody';
import { NETWORK } from '../../support/p-chain/indexed';
import { RECORDINGS } from '../../support/p-chain/recorded';

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
