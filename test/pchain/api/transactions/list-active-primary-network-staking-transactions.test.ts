import { handler } from '../../../../lambdas/pchain/api/transactions/list-active-primary-network-staking-transactions';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { BAD_ADDRESSES, STRANGER } from '../../../support/endpoints/p-chain-addresses';
import { ofPChain, refusesOfNetwork, TIMES, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { areReadWhileItGrows, atEach, isListOf, STAKE_STAGES } from '../../../support/endpoints/stakes';
import { some } from '../../../support/full';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import {
  type ExpectedStakingTransaction,
  expectedStakingTransactions,
} from '../../../support/pchain/expected/staking-transactions';
import type { ExpectedTransaction as Row } from '../../../support/pchain/expected/transactions';
import { RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

type Query = Record<string, string | string[]>;
const reading = (deps: AllDeps) => (query: Query) => toRows<Row>(handler, deps, ofPChain(query), 'transactions');
const way = 'toMatchObject';

/** Compares the list under every filter with the expected transactions. */
async function compare(
  deps: AllDeps,
  all: readonly ExpectedStakingTransaction[],
  addresses: readonly string[],
  withFilters: boolean,
) {
  const same = (query: Query, sizes: string[], keep: (one: ExpectedStakingTransaction) => boolean) =>
    isListOf(
      reading(deps),
      query,
      all.filter(keep).map(({ tx }) => tx),
      { sizes, way },
    );
  const everybody = { addresses: addresses.join() };
  for (const query of [{}, everybody]) await same(query, ['1', '2'], () => true);
  for (const address of [...addresses, STRANGER])
    await same({ addresses: address }, ['1'], ({ concerned }) => concerned.includes(address));
  if (!withFilters) return;
  const types = [...new Set(all.map(({ tx }) => tx.txType))];
  const times = [...new Set(all.map(({ tx }) => tx.blockTimestamp))];
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const sizes = ['2'];
  for (const query of [{}, everybody]) {
    for (const txTypes of [...types.map((type) => [type]), ['BaseTx'], types])
      await same({ ...query, txTypes }, sizes, ({ tx }) => txTypes.includes(tx.txType));
    await same({ ...query, startTimestamp: String(last) }, sizes, ({ tx }) => tx.blockTimestamp >= last);
    await same({ ...query, startTimestamp: String(last + 1) }, sizes, () => false);
    await same({ ...query, endTimestamp: String(last) }, sizes, ({ tx }) => tx.blockTimestamp < last);
    const second = { startTimestamp: String(first), endTimestamp: String(first + 1) };
    await same({ ...query, ...second }, sizes, ({ tx }) => tx.blockTimestamp === first);
  }
}

describe.each(STAKE_STAGES)('listActivePrimaryNetworkStakingTransactions: %s', (path, stages) => {
  const { recording } = new RecordedNetwork(path);
  const { addresses } = everybodyIn(recording);
  test('200: the list is empty after the last block because all stakes but the genesis one have ended', async () => {
    const { deps, last } = await primaryWorld(path);
    await compare(deps, expectedStakingTransactions(recording, last), addresses, true);
    const { body } = await call(handler, deps, ofPChain());
    expect(body).toEqual({ transactions: [], chainInfo: { chainName: 'p-chain', network: 'recorded' } });
  });
  test('200: active stakes at earlier blocks are listed and filtered by address, type and time', async () => {
    const seen = new Set<string>();
    const asked = some(stages, 2);
    const most = Math.max(...asked.map((height) => expectedStakingTransactions(recording, height).length));
    await atEach(path, asked, async (deps, height) => {
      const all = expectedStakingTransactions(recording, height);
      await compare(deps, all, addresses, all.length === most);
      for (const { tx } of all) seen.add(tx.txType);
    });
    expect(seen.size).toBeGreaterThan(2);
  });
  test('200: transactions above the cursor are not listed', () =>
    withNetwork(path, async (net) => {
      const counts = stages.map((height) => expectedStakingTransactions(recording, height).length);
      const most = stages[counts.indexOf(Math.max(...counts))] ?? 0;
      await net.followTo(most);
      const all = expectedStakingTransactions(recording, most).map(({ tx }) => tx);
      for (const at of new Set(all.map(({ blockNumber }) => Number(blockNumber) - 1))) {
        const { deps } = await primaryDeps(net, at);
        const there = all.filter(({ blockNumber }) => Number(blockNumber) <= at);
        for (const query of [{}, { addresses: addresses.join() }])
          await isListOf(reading(deps), query, there, { sizes: ['2'], way });
      }
    }));
  test('200: new blocks between pages neither skip nor repeat transactions', async () => {
    const from = stages.filter((height) => expectedStakingTransactions(recording, height).length > 2);
    const [first = 0] = from;
    const lists = [{}, { addresses: addresses.join(', ') }].map((query) => ({
      asked: ofPChain(query),
      rowsAt: (height: number) =>
        expectedStakingTransactions(recording, height).flatMap(({ tx }) =>
          Number(tx.blockNumber) <= first ? [tx] : [],
        ),
      toKey: ({ blockNumber }: Row) => Number(blockNumber),
    }));
    // Heights with active stakes, then one after all have ended.
    await areReadWhileItGrows(path, [...from, ...stages.slice(-1)], { handler, of: 'transactions', lists, way });
  });
});

refusesOfNetwork(handler, ofPChain({ pageSize: '2' }), [
  ...PAGING,
  ...TIMES,
  ...BAD_ADDRESSES,
  [
    'an unknown transaction type',
    { query: { txTypes: ['BaseTx', 'baseTx'] } },
    'txTypes.1: must be a documented transaction type',
  ],
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
