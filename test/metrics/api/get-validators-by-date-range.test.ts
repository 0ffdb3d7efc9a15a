import { handler } from '../../../lambdas/metrics/api/get-validators-by-date-range';
import { PRIMARY_NETWORK } from '../../../lambdas/pchain/domain/replay/state';
import type { PValidatorRow } from '../../../lambdas/pchain/domain/validators';
import { call } from '../../support/endpoints/call';
import { badIds, NOTHING, TIMES } from '../../support/endpoints/primary-network';
import { badQuery, refuses } from '../../support/endpoints/refusals';
import { readPages } from '../../support/endpoints/transactions';
import { P_CHAIN } from '../../support/pchain/expected/network';
import { NETWORK } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';
import { primaryWorld } from '../../support/pchain/world';

const good = { params: { subnetId: P_CHAIN }, query: { network: NETWORK } };
interface Listed {
  readonly addresses: readonly string[];
  readonly sortKey: string;
}

/** All stakes of the primary network, as their rows have them. */
async function stakes(): Promise<PValidatorRow[]> {
  const { deps, last } = await primaryWorld(RECORDINGS[0]);
  const list = deps.PValidator.all(NETWORK, { from: 0, to: last });
  const { values } = await deps.page([list], { ascending: false, size: 1_000 });
  return values.filter(({ subnetId }) => subnetId === PRIMARY_NETWORK);
}
async function list(query: Record<string, string> = {}): Promise<Listed[]> {
  const { deps } = await primaryWorld(RECORDINGS[0]);
  const pages = await readPages(handler, deps, { ...good, query: { ...good.query, ...query } });
  return pages.flatMap(({ addresses }) => addresses as Listed[]);
}

describe('getValidatorsByDateRange', () => {
  test('all stakes of a subnet are listed with their reward owners and start, newest first', async () => {
    const all = await stakes();
    const found = await list();
    expect(all.length).toBeGreaterThan(2);
    expect(found.map(({ sortKey }) => Number(sortKey))).toEqual(all.map(({ start }) => start));
    expect(found.map(({ addresses }) => addresses.length)).toEqual(
      all.map(({ rewardAddresses }) => rewardAddresses.length),
    );
    expect(found.flatMap(({ addresses }) => addresses).every((one) => /^(P-)?custom1/.test(one))).toBe(true);
    expect(await list({ pageSize: '1' })).toEqual(found);
  });
  test('a range selects the stakes that validated in it', async () => {
    const all = await stakes();
    const times = [...new Set(all.flatMap(({ start, end, ended }) => [start, ended?.time ?? end]))].toSorted(
      (a, b) => a - b,
    );
    const sizes = new Set<number>();
    for (const [i, from] of times.entries())
      for (const to of times.slice(i + 1)) {
        const found = await list({ startTimestamp: String(from), endTimestamp: String(to) });
        const own = all.filter(({ start, end, ended }) => start < to && (ended?.time ?? end) > from);
        expect([from, to, found.map(({ sortKey }) => Number(sortKey))]).toEqual([
          from,
          to,
          own.map(({ start }) => start),
        ]);
        sizes.add(own.length);
      }
    expect(sizes.size).toBeGreaterThan(1);
  });
  test('a subnet without stakes has none', async () => {
    const { deps } = await primaryWorld(RECORDINGS[0]);
    const { status, body } = await call(handler, deps, { ...good, params: { subnetId: NOTHING } });
    expect([status, body]).toEqual([200, { addresses: [] }]);
  });
  refuses(
    handler,
    good,
    [
      ...badIds('subnetId', 'a subnet ID', 'params'),
      TIMES[2] as (typeof TIMES)[number],
      badQuery('pageSize', '5001', 'must be a whole number from 1 to 5000'),
    ],
    () => primaryWorld(RECORDINGS[0]),
  );
});
