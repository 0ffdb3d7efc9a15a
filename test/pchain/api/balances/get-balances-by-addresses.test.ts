import * as fc from 'fast-check';
import { handler } from '../../../../lambdas/pchain/api/balances/get-balances-by-addresses';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { BAD_ADDRESSES, needsAddresses } from '../../../support/endpoints/p-chain-addresses';
import { ofPChain, refusesOfNetwork } from '../../../support/endpoints/primary-network';
import { badQuery } from '../../../support/endpoints/refusals';
import { runs, some } from '../../../support/full';
import {
  type ExpectedBalance,
  type ExpectedSum,
  expectedBalance,
  STATES,
  sums,
} from '../../../support/pchain/expected/balances';
import { expectedRestaked } from '../../../support/pchain/expected/cycles';
import { getNetwork, P_CHAIN } from '../../../support/pchain/expected/network';
import { isAt, type OwnedUtxo, ownedUtxos, ownersIn, spendableAt } from '../../../support/pchain/expected/owned-utxos';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const OWNERS = ownersIn(getNetwork(new RecordedNetwork(RECORDINGS[1]).recording));

async function getBalances(deps: AllDeps, addresses: readonly string[], blockTimestamp?: number) {
  const query = {
    addresses: addresses.join(','),
    ...(blockTimestamp !== undefined && { blockTimestamp: String(blockTimestamp) }),
  };
  const { status, body } = await call(handler, deps, ofPChain(query));
  expect([status, body.message]).toEqual([200, undefined]);
  expect(body.chainInfo).toEqual({ chainName: 'p-chain', network: 'recorded' });
  return body.balances as ExpectedBalance;
}

/** Amounts and numbers of outputs by asset. */
function added(of: readonly ExpectedSum[]): Record<string, [amount: bigint, count: number]> {
  const found: Record<string, [bigint, number]> = {};
  for (const { assetId, amount, utxoCount } of of) {
    const [sum, count] = found[assetId] ?? [0n, 0];
    found[assetId] = [sum + BigInt(amount), count + utxoCount];
  }
  return found;
}

/** A recorded network with its block times and its owners of outputs. */
async function balanceWorld(path: string) {
  const world = await primaryWorld(path);
  const network = getNetwork(world.recording);
  const times = network.blocks.map((block) => network.getTime(block));
  /** The last block up to a time: several blocks can share a second. */
  const getMoment = (time: number) => ({ time, height: times.findLastIndex((one) => one <= time) });
  return { ...world, network, times, getMoment, owners: ownersIn(network) };
}

describe.each(RECORDINGS)('getBalancesByAddresses: %s', (path) => {
  test('200: current balances of one or several addresses count repeated addresses once', async () => {
    const { deps, recording, last, times, owners } = await balanceWorld(path);
    const now = { height: last, time: times[last] ?? 0 };
    for (const addresses of [...owners.map((one) => [one]), owners, owners.slice(1, 3)]) {
      const restakedRewards = expectedRestaked(recording, addresses, last);
      const expected = { ...expectedBalance(recording, addresses, now), restakedRewards };
      expect([addresses, await getBalances(deps, addresses)]).toEqual([addresses, expected]);
      expect(await getBalances(deps, addresses, 0)).toEqual(expected);
      const twice = addresses.flatMap((one) => [one, `P-${one}`]);
      expect(await getBalances(deps, twice)).toEqual(expected);
    }
    expect(owners.length).toBeGreaterThan(3);
  });
  test('200: past balances of all addresses are right at block times, between and before them', async () => {
    const { deps, recording, times, getMoment, owners } = await balanceWorld(path);
    const [first = 0, last = 0] = [times[0], times.at(-1)];
    const locks = ownedUtxos(getNetwork(recording)).map(({ utxo }) => utxo.platformLocktime ?? 0);
    const ends = [last + 1, ...locks.filter((lock) => lock > last).flatMap((at) => [at - 1, at, at + 1])];
    // Every third block, and all in the range with stakes and rewards.
    const inBlocks = new Set([...times.filter((_, i) => i > 0 && i % 3 === 0), ...times.slice(60, 160)]);
    const seen = new Set<string>();
    for (const time of [...some([...inBlocks], 3), ...ends]) {
      const expected = expectedBalance(recording, owners, getMoment(time));
      expect([time, await getBalances(deps, owners, time)]).toEqual([time, expected]);
      for (const state of STATES) if (expected[state].length > 0) seen.add(state);
    }
    const { length } = STATES;
    expect(seen.size).toBeGreaterThanOrEqual(path === RECORDINGS[0] ? length - 1 : 2);
    const nothing = expectedBalance(recording, [], getMoment(first));
    expect(await getBalances(deps, owners, first - 1)).toEqual(nothing);
  });
  test('200: genesis balances are the genesis outputs that were spent later', async () => {
    const { deps, network, times, owners } = await balanceWorld(path);
    const genesis = ownedUtxos(network).flatMap(({ utxo }) => (utxo.txHash === P_CHAIN ? [utxo] : []));
    const { unlockedUnstaked, lockedStakeable, ...rest } = await getBalances(deps, owners, times[0]);
    const isFree = ({ stakeableLocktime }: (typeof genesis)[number]) => stakeableLocktime === undefined;
    expect(unlockedUnstaked).toEqual(sums(genesis.filter(isFree), network.avaxAssetId));
    expect(lockedStakeable).toEqual(
      sums(
        genesis.filter((one) => !isFree(one)),
        network.avaxAssetId,
      ),
    );
    expect(Object.values(rest).flat()).toEqual([]);
    expect(genesis).not.toEqual([]);
  });
  test('200: balances of any addresses at any time are right', async () => {
    const { deps, recording, times, getMoment, owners } = await balanceWorld(path);
    const [, second = 0] = times;
    const time = fc.oneof(fc.constantFrom(...times.slice(1)), fc.integer({ min: second, max: 2 ** 31 - 1 }));
    const subset = fc.subarray(owners, { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(subset, time, async (addresses, at) => {
      expect(await getBalances(deps, addresses, at)).toEqual(expectedBalance(recording, addresses, getMoment(at)));
    });
    await fc.assert(property, runs(40, 3_000));
  });
  test('200: unstaked balances at recorded heights equal the outputs that the node listed', async () => {
    const { deps, recording, network, times, owners } = await balanceWorld(path);
    // Never spent, so no block shows them.
    const isUntold = (txId: string, index: number) =>
      txId === P_CHAIN && !ownedUtxos(network).some(({ utxo }) => utxo.txHash === txId && utxo.outputIndex === index);
    let compared = 0;
    for (const address of owners) {
      const changes = recording.of(`platform.getUTXOs ${JSON.stringify({ addresses: [`P-${address}`] })}`);
      for (const [i, { height }] of changes.entries()) {
        const time = times[height] ?? 0;
        // Only the last block of a second can be queried. Only some of many changes are compared.
        if (times[height + 1] === time || (changes.length > 50 && i % 8 > 0)) continue;
        const listed = spendableAt(network, address, height).filter(({ txId, index }) => !isUntold(txId, index));
        const { unlockedUnstaked, lockedPlatform, lockedStakeable } = await getBalances(deps, [address], time);
        const found = added([...unlockedUnstaked, ...lockedPlatform, ...lockedStakeable]);
        expect([address, height, found]).toEqual([address, height, added(sums(listed, network.avaxAssetId))]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(30);
  });
  test('200: balances are right after each stake start, stake end and new locked output', () =>
    withNetwork(path, async (net) => {
      const { recording, heights } = net.recorded;
      const network = getNetwork(recording);
      const owners = ownersIn(network);
      const times = network.blocks.map((block) => network.getTime(block));
      const told = ownedUtxos(network).flatMap(({ utxo, created, stake }) => {
        const isLocked = (utxo.platformLocktime ?? 0) + (utxo.stakeableLocktime ?? 0) > 0;
        return stake || isLocked ? [created, stake?.returned] : [];
      });
      const seen = new Set<string>();
      let before = 0;
      const stages = heights.filter((height) => told.some((point) => point?.height === height));
      for (const at of some(stages, 3)) {
        await net.followTo(at);
        const { deps } = await primaryDeps(net);
        const now = { height: at, time: times[at] ?? 0 };
        const expected = expectedBalance(recording, owners, now, at);
        const restakedRewards = expectedRestaked(recording, owners, at);
        expect([at, await getBalances(deps, owners)]).toEqual([at, { ...expected, restakedRewards }]);
        expect([at, await getBalances(deps, owners, now.time)]).toEqual([at, expected]);
        // The previous stage, as known now.
        const then = expectedBalance(recording, owners, { height: before, time: times[before] ?? 0 }, at);
        if (before > 0 && times[before + 1] !== times[before])
          expect([at, await getBalances(deps, owners, times[before])]).toEqual([at, then]);
        before = at;
        for (const state of STATES) if (expected[state].length > 0) seen.add(state);
      }
      // Since Durango stakes are never pending. The older recording has no locks.
      const isOld = path === RECORDINGS[1];
      const missing = STATES.filter((state) => !seen.has(state));
      expect(missing).toEqual(isOld ? ['lockedPlatform', 'lockedStakeable', 'lockedStaked'] : ['pendingStaked']);
    }));
  test('200: restaked rewards are absent while the list of validators is from an earlier release', async () => {
    const { deps, owners } = await balanceWorld(path);
    const get = async (...of: Parameters<typeof deps.states.get>) => {
      const snapshot = await deps.states.get(...of);
      const validators = (snapshot?.validators ?? []).map(({ stakingType: _, renewal: __, ...row }) => row);
      return snapshot && { ...snapshot, validators };
    };
    const balances = await getBalances({ ...deps, states: { ...deps.states, get } }, owners);
    expect(balances).not.toHaveProperty('restakedRewards');
    expect(await getBalances(deps, owners)).toEqual({ ...balances, restakedRewards: expect.stringMatching(/^\d+$/) });
  });
  test('200: past balances ignore rows of blocks above the cursor', async () => {
    const { recording, times, network, owners } = await balanceWorld(path);
    for (const at of path === RECORDINGS[0] ? [74, 124, 143] : [11, 20]) {
      const { deps } = await primaryWorld(path, at);
      const expected = expectedBalance(recording, owners, { height: at, time: times[at] ?? 0 });
      expect([at, await getBalances(deps, owners, times[at])]).toEqual([at, expected]);
      // A later time does not show later blocks either.
      for (const time of [times[at + 10], times.at(-1)]) {
        const later = expectedBalance(recording, owners, { height: at, time: time ?? 0 });
        expect([at, await getBalances(deps, owners, time)]).toEqual([at, later]);
      }
      const isSpentLater = ({ spent, created }: OwnedUtxo) => isAt(created, at) && spent && !isAt(spent, at);
      expect(ownedUtxos(network).some(isSpentLater)).toBe(true);
    }
  });
});

test('200: locks end by the clock in current balances and by the given time in past ones', async () => {
  const { deps, recording, network, last, times, owners } = await balanceWorld(RECORDINGS[0]);
  const time = times[last] ?? 0;
  const locks = ownedUtxos(network).flatMap(({ utxo, spent }) =>
    spent ? [] : [utxo.platformLocktime ?? 0, utxo.stakeableLocktime ?? 0],
  );
  const later = locks.filter((until) => until > time).toSorted((a, b) => a - b);
  expect(new Set(later).size).toBeGreaterThan(1);
  const restakedRewards = expectedRestaked(recording, owners, last);
  for (const until of new Set(later)) {
    const at = (seconds: number) => ({ ...deps, now: () => 1_000 * seconds + 999 });
    for (const clock of [until - 1, until]) {
      const expected = { ...expectedBalance(recording, owners, { height: last, time: clock }), restakedRewards };
      expect([clock, await getBalances(at(clock), owners)]).toEqual([clock, expected]);
    }
    const then = expectedBalance(recording, owners, { height: last, time });
    expect(await getBalances(at(until), owners, time)).toEqual(then);
    expect(await getBalances(at(until), owners)).not.toEqual({ ...then, restakedRewards });
  }
});

needsAddresses(handler, ofPChain({ addresses: OWNERS.join() }));
refusesOfNetwork(handler, ofPChain({ addresses: OWNERS.join() }), [
  ...BAD_ADDRESSES,
  ...['-1', '1.5', 'now', '2147483648'].map((at) =>
    badQuery('blockTimestamp', at, 'must be a whole number from 0 to 2147483647'),
  ),
]);
