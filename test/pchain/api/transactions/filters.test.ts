import * as fc from 'fast-check';
import { handler } from '../../../../lambdas/pchain/api/transactions/list-latest-primary-network-transactions';
import { ofPChain, toRows } from '../../../support/endpoints/primary-network';
import { runs } from '../../../support/full';
import { getTransactions, transactionsOfValidation } from '../../../support/pchain/expected/lists';
import { getNetwork } from '../../../support/pchain/expected/network';
import type { ExpectedTransaction } from '../../../support/pchain/expected/transactions';
import { allValidations } from '../../../support/pchain/expected/validations';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { transactionWorld } from '../../../support/pchain/world';

describe.each(RECORDINGS)('listLatestPrimaryNetworkTransactions: %s', (path) => {
  test('200: any combination of filters lists the matching transactions', async () => {
    const { deps, recording, all, openIds, types, addresses } = await transactionWorld(path);
    const times = all.map(({ blockTimestamp }) => blockTimestamp);
    const time = fc.constantFrom(...times, 0, 2 ** 31 - 1);
    const lists = [
      ...addresses.map((address) => ({ whose: { addresses: address }, listed: getTransactions(recording, address) })),
      ...[...allValidations(getNetwork(recording)).keys()].map((l1ValidationId) => {
        return { whose: { l1ValidationId }, listed: transactionsOfValidation(recording, l1ValidationId) };
      }),
      { whose: {}, listed: all.map(({ txHash }) => txHash) },
    ];
    const asked = fc.record({
      txTypes: fc.subarray(types, { maxLength: 7 }),
      between: fc.option(fc.tuple(time, time)),
      list: fc.constantFrom(...lists),
      sortOrder: fc.constantFrom('asc', 'desc'),
      pageSize: fc.constantFrom('3', '20', '100'),
    });
    const property = fc.asyncProperty(asked, async ({ between, list: { whose, listed }, txTypes, ...rest }) => {
      const [start = 0, end = 2 ** 31] = between?.toSorted((a, b) => a - b) ?? [];
      const range = between ? { startTimestamp: String(start), endTimestamp: String(end) } : {};
      const ids = all
        .filter(({ txHash, txType }) => listed.includes(txHash) && (txTypes.length === 0 || txTypes.includes(txType)))
        .filter(({ blockTimestamp }) => blockTimestamp >= start && blockTimestamp < end)
        .map(({ txHash }) => txHash);
      const query = { ...rest, ...whose, ...range, txTypes };
      const rows = await toRows<ExpectedTransaction>(handler, deps, ofPChain(query), 'transactions');
      const found = rows.map(({ txHash }) => txHash);
      const certain = found.filter((id) => listed.includes(id) || !openIds.has(id));
      expect(certain).toEqual(rest.sortOrder === 'asc' ? ids : ids.toReversed());
    });
    await fc.assert(property, runs(60));
  });
});
