import { countLoaded, uniteLoaded } from '../../../lambdas/evm/metrics/address-sets';
import { countDistinct, ROLE, toAddressSet } from '../../../lambdas/evm/metrics/domain/address-set';
import { countFirstSeen } from '../../../lambdas/evm/metrics/first-seen';
import { createMetricsState } from '../../../lambdas/evm/metrics/rows/metrics-state';
import { timeBefore } from '../../../lambdas/evm/metrics/run-on-branch';
import { countedChain } from '../../support/metrics/counted-chain';

/** In every shard. */
const toAddress = (n: number): string => `0x${(n % 16).toString(16)}${n.toString(16).padStart(39, '0')}`;
const makeSet = (numbers: readonly number[], role: number) =>
  toAddressSet(new Map(numbers.map((n) => [toAddress(n), role])));

test('the union of loaded sets, and its counts, have each address once, with all its roles', async () => {
  const days = Array.from({ length: 31 }, (_, day) => Array.from({ length: 40 }, (_, i) => 25 * day + i));
  const loads = days.map((numbers, day) => async () => makeSet(numbers, day % 2 === 0 ? ROLE.party : ROLE.sender));
  const union = await uniteLoaded(loads);
  const [even, odd] = [0, 1].map((rest) => new Set(days.filter((_, day) => day % 2 === rest).flat()).size);
  const counts = { activeAddresses: even, activeSenders: odd, deployers: 0 };
  expect([countDistinct(union), await countLoaded(loads)]).toEqual([counts, counts]);
  expect(union).toEqual(toAddressSet(rolesIn(days)));
  expect(await uniteLoaded([])).toHaveLength(0);
});

function rolesIn(days: readonly (readonly number[])[]): Map<string, number> {
  const roles = new Map<string, number>();
  for (const [day, numbers] of days.entries())
    for (const n of numbers)
      roles.set(toAddress(n), (roles.get(toAddress(n)) ?? 0) | (day % 2 === 0 ? ROLE.party : ROLE.sender));
  return roles;
}

test('at most four sets are loaded together', async () => {
  let [loading, most] = [0, 0];
  const load = async () => {
    loading += 1;
    most = Math.max(most, loading);
    await new Promise((resolve) => setImmediate(resolve));
    loading -= 1;
    return makeSet([1], ROLE.party);
  };
  await uniteLoaded(Array.from({ length: 31 }, () => load));
  expect(most).toBe(4);
});

test('counting first activity ends within a pass once the follower ends, and saves nothing', async () => {
  const { act, later, count, table, chain, deps } = await countedChain();
  await act({ blocks: Array.from({ length: 12 }, () => ({ gap: 90_000, sent: [{ from: 1 }] })) });
  later();
  await count();
  const held = await createMetricsState(table, chain.chainId);
  const { known: _, ...others } = held.state;
  const signal = () => new AbortController().signal;
  await held.save(others, signal());
  const ended = new AbortController();
  const putKnown = async () => ended.abort();
  const sets = { ...deps.states, putKnown, put: async () => undefined, toKey: String };
  await expect(countFirstSeen({ ...{ chain, table, held, sets, signal }, ended: ended.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(held.state.known).toBeUndefined();
});

test('the time before the first part of a run is that of the genesis block, or unknown', async () => {
  const rows = (time: number) => ({ rows: async () => [{ time } as never] });
  const part = { from: 1, since: 5_000 };
  expect(await timeBefore(rows(0), { from: 0 }, part)).toBeUndefined();
  expect(await timeBefore(rows(3), { from: 0 }, part)).toBe(3_000);
  expect(await timeBefore(rows(3), { from: 9 }, { from: 9, since: 5_000 })).toBeUndefined();
  expect(await timeBefore(rows(3), { from: 0 }, { from: 2, since: 5_000 })).toBe(5_000);
});
