import type { Table } from '../../../../lambdas/core/table/table';
import { handler as getBalances } from '../../../../lambdas/pchain/api/balances/get-balances-by-addresses';
import { handler as listBlocks } from '../../../../lambdas/pchain/api/blocks/list-latest-primary-network-blocks';
import { handler as getDetails } from '../../../../lambdas/pchain/api/network/get-network-details';
import { handler as listDelegators } from '../../../../lambdas/pchain/api/network/list-delegators';
import { handler as listL1Validators } from '../../../../lambdas/pchain/api/network/list-l1-validators';
import { handler as listValidators } from '../../../../lambdas/pchain/api/network/list-validators';
import { handler as listPending } from '../../../../lambdas/pchain/api/rewards/list-pending-primary-network-rewards';
import { handler as listStaking } from '../../../../lambdas/pchain/api/transactions/list-active-primary-network-staking-transactions';
import { handler as listTransactions } from '../../../../lambdas/pchain/api/transactions/list-latest-primary-network-transactions';
import { handler as listUtxos } from '../../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import { type Asked, call, type Handler } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofNetwork, ofPChain, toRows } from '../../../support/endpoints/primary-network';
import { STAKE_STAGES } from '../../../support/endpoints/stakes';
import { FULL, some } from '../../../support/full';
import { expectedDelegators } from '../../../support/pchain/expected/delegators';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import { expectedL1Validators } from '../../../support/pchain/expected/l1-validators';
import { getNetwork } from '../../../support/pchain/expected/network';
import { expectedUtxos } from '../../../support/pchain/expected/owned-utxos';
import { expectedPendingRewards } from '../../../support/pchain/expected/pending-rewards';
import { expectedStakingTransactions } from '../../../support/pchain/expected/staking-transactions';
import { expectedValidators } from '../../../support/pchain/expected/validators';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, withNetwork } from '../../../support/pchain/world';
import { lagging, lateIndexes, lateReads } from '../../../support/tables/lagging';

/** Heights of each recording at which an L1 validator became active or inactive. */
const L1_STAGES = RECORDINGS.map((path) => [path, heightsOfChange(path)] as const);

function heightsOfChange(path: string): number[] {
  const { recording, heights } = new RecordedNetwork(path);
  const stateAt = (height = 0) =>
    expectedL1Validators(recording, height)
      .map(({ validationId, active }) => `${validationId} ${active}`)
      .join();
  return heights.filter((height, i) => i === 0 || stateAt(height) !== stateAt(heights[i - 1]));
}

/** Follows a network to each height, and reads while the indexes are still at the previous height. */
async function atEachStep(
  path: string,
  heights: readonly number[],
  check: (deps: AllDeps, height: number, before: number) => Promise<void>,
  late: (table: Table, older: Table) => Table = lagging,
): Promise<void> {
  await withNetwork(path, (older) =>
    withNetwork(path, async (net) => {
      for (const [i, height] of heights.entries()) {
        await net.followTo(height);
        const { deps } = await primaryDeps({ ...net, table: late(net.table, older.table) });
        if (i > 0) await check(deps, height, heights[i - 1] ?? 0);
        await older.followTo(height);
      }
    }),
  );
}

/** All rows of a list, oldest first, after a check of both orders and two page sizes. */
async function rowsIn<T>(handler: Handler<AllDeps>, deps: AllDeps, { params, query }: Asked, of: string): Promise<T[]> {
  const read = (sortOrder: string, pageSize: string) =>
    toRows<T>(handler, deps, { ...(params && { params }), query: { ...query, sortOrder, pageSize } }, of);
  const rows = await read('asc', '1');
  expect(await read('desc', '2')).toEqual(rows.toReversed());
  return rows;
}

/** The IDs at either of two heights, in chain order: a lagging index still has rows that have left it. */
const either = (before: readonly string[], now: readonly string[], inOrder: readonly string[]): string[] =>
  inOrder.filter((id) => before.includes(id) || now.includes(id));

describe.each(STAKE_STAGES)('a lagging index: %s', (path, stages) => {
  const { recording } = new RecordedNetwork(path);
  const addresses = everybodyIn(recording).addresses.join();

  test('200: listValidators has each stake once, with current values', async () => {
    let moved = 0;
    await atEachStep(path, some(stages, 2), async (deps, height, before) => {
      const [rows, old] = [expectedValidators(recording, height), expectedValidators(recording, before)];
      expect(await rowsIn(listValidators, deps, ofNetwork(), 'validators')).toEqual(rows);
      for (const { txHash, validationStatus } of rows)
        moved += old.some((one) => one.txHash === txHash && one.validationStatus !== validationStatus) ? 1 : 0;
    });
    expect(moved).toBeGreaterThan(1);
  });
  test('200: listDelegators has each stake once, with current values', async () => {
    let moved = 0;
    await atEachStep(path, some(stages, 2), async (deps, height, before) => {
      const [rows, old] = [expectedDelegators(recording, height), expectedDelegators(recording, before)];
      for (const query of [{}, { rewardAddresses: addresses }])
        expect(await rowsIn(listDelegators, deps, ofNetwork(query), 'delegators')).toEqual(rows);
      for (const { txHash, delegationStatus } of rows)
        moved += old.some((one) => one.txHash === txHash && one.delegationStatus !== delegationStatus) ? 1 : 0;
    });
    expect(moved).toBeGreaterThan(1);
  });
  test('200: transactions:listStaking has each transaction once', async () => {
    const chain = getNetwork(recording).txs.map(({ id }) => id);
    const idsAt = (height: number) => expectedStakingTransactions(recording, height).map(({ tx }) => tx.txHash);
    await atEachStep(path, some(stages, 2), async (deps, height, before) => {
      const ids = either(idsAt(before), idsAt(height), chain);
      for (const query of [{}, { addresses }]) {
        const found = await rowsIn<{ txHash: string }>(listStaking, deps, ofPChain(query), 'transactions');
        expect(found.map(({ txHash }) => txHash)).toEqual(ids);
      }
    });
  });
  test('200: rewards:listPending has each reward once, without ended stakes', () =>
    atEachStep(path, some(stages, 2), async (deps, height) => {
      const rows = expectedPendingRewards(recording, height).map(({ progress: _, ...row }) => row);
      expect(await rowsIn(listPending, deps, ofNetwork({ addresses }), 'pendingRewards')).toMatchObject(rows);
    }));
  test('200: utxos has each output once', async () => {
    const all = expectedUtxos(recording, { addresses: addresses.split(','), includeSpent: true });
    const idsAt = (height: number) =>
      expectedUtxos(recording, { addresses: addresses.split(','), height }).map(({ utxoId }) => utxoId);
    await atEachStep(path, some(stages, 2), async (deps, height, before) => {
      const found = await rowsIn<{ utxoId: string }>(listUtxos, deps, ofPChain({ addresses }), 'utxos');
      const ids = either(
        idsAt(before),
        idsAt(height),
        all.map(({ utxoId }) => utxoId),
      );
      expect(found.map(({ utxoId }) => utxoId)).toEqual(ids);
    });
  });
});

describe.each(STAKE_STAGES)('reads right after a write: %s', (path, stages) => {
  const { recording } = new RecordedNetwork(path);
  const addresses = everybodyIn(recording).addresses.join();
  const late = stages.slice(FULL ? -4 : -3);

  test('200: answers about the last block succeed right after it is written', () =>
    atEachStep(
      path,
      late,
      async (deps) => {
        const asked: [Handler<AllDeps>, Asked][] = [
          [getDetails, ofNetwork()],
          [listL1Validators, ofNetwork()],
          [listPending, ofNetwork({ addresses })],
          [getBalances, ofPChain({ addresses })],
        ];
        for (const [handler, request] of asked) expect((await call(handler, deps, request)).status).toBe(200);
      },
      lateReads,
    ));
  test('200: a time range has no rows of other times while the time index lags', async () => {
    let left = 0;
    await atEachStep(
      path,
      late,
      async (deps, height, before) => {
        const { blocks } = getNetwork(recording);
        for (const at of new Set([before, before + 1, height].map((one) => Number(blocks[one]?.time)))) {
          for (const query of [{ endTimestamp: String(at) }, { startTimestamp: String(at) }]) {
            const rows = [
              ...(await toRows<Timed>(listBlocks, deps, ofPChain({ ...query, pageSize: '100' }), 'blocks')),
              ...(await toRows<Timed>(listTransactions, deps, ofPChain({ ...query, addresses }), 'transactions')),
            ];
            const isAsked = ({ blockTimestamp }: Timed) =>
              'endTimestamp' in query ? blockTimestamp < at : blockTimestamp >= at;
            expect(rows.filter((row) => !isAsked(row))).toEqual([]);
            left += rows.length;
          }
        }
      },
      lateIndexes,
    );
    expect(left).toBeGreaterThan(100);
  });
});
type Timed = { blockTimestamp: number };

describe.each(L1_STAGES)('a lagging index of L1 validators: %s', (path, stages) => {
  test('200: listL1Validators has each validator once, with current values', async () => {
    const { recording } = new RecordedNetwork(path);
    let moved = 0;
    await atEachStep(path, stages, async (deps, height, before) => {
      const [now, old] = [expectedL1Validators(recording, height), expectedL1Validators(recording, before)];
      for (const pageSize of some(['1', '2', '100'], 2)) {
        const query = { includeInactiveL1Validators: 'true', pageSize };
        const found = await toRows<{ validationId: string }>(listL1Validators, deps, ofNetwork(query), 'validators');
        const ids = found.map(({ validationId }) => validationId);
        expect(new Set(ids).size).toBe(ids.length);
        // Removed validators are still in the index.
        const there = found.filter(({ validationId }) => now.some((one) => one.validationId === validationId));
        expect(there).toEqual(now.map(({ active: _, ...one }) => one).toReversed());
      }
      for (const { validationId, active } of now)
        moved += old.some((one) => one.validationId === validationId && one.active !== active) ? 1 : 0;
    });
    expect(moved).toBeGreaterThan(0);
  });
});
