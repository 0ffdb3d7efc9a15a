import { endpoints } from '../../lambdas/app/contract/registry';
import { Config } from '../../lambdas/core/contract/config';
import type { RegisteredEndpoint } from '../../lambdas/core/contract/endpoint';
import { getReadBudget, READ_UNITS } from '../../lambdas/core/contract/read-units';
import { type Asked, call } from '../support/endpoints/call';
import { getStranger } from '../support/endpoints/p-chain-addresses';
import { getRequests, pagedEndpoints, pagedWorld, toHandler } from '../support/endpoints/paged-world';
import { ofPChain } from '../support/endpoints/primary-network';
import { NETWORK } from '../support/pchain/indexed';
import { endlessTable } from '../support/tables/endless';

const world = pagedWorld();
const named = (id: string): RegisteredEndpoint => {
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw new Error(`no endpoint ${id}`);
  return found;
};
const strangers = (count: number): string => Array.from({ length: count }, (_, n) => getStranger(n)).join();
const ofNetwork = (query: Record<string, string>): Asked => ({ params: { network: NETWORK }, query });
const [MANY, MOST] = [64, 256];
const REFUSAL = expect.stringMatching(/^the request would use more than \d+ read units of the table: (send|ask|look) /);
/** Read units per second that a new on-demand table serves at once. */
const NEW_TABLE_UNITS = 12_000;
/** Endpoints that rejected a request over ordinary rows. */
const refused = new Set<string>();

/** The largest page that an endpoint accepts. */
function largestPage({ query }: RegisteredEndpoint): Record<string, string> {
  const takes = (size: number): boolean => query.shape.pageSize?.safeParse(String(size)).success === true;
  const pageSize = [10_000, 1_024, 500, 100].find(takes);
  return pageSize === undefined ? {} : { pageSize: String(pageSize) };
}

/** Requests besides the lists of the world: the most addresses allowed, and filters that match nothing. */
const WORST: Readonly<Record<string, readonly Asked[]>> = {
  getBalancesByAddresses: [
    ofPChain({ addresses: strangers(1) }),
    ofPChain({ addresses: strangers(MANY), blockTimestamp: '2147483647' }),
  ],
  getUtxosByAddresses: [ofPChain({ addresses: strangers(MANY), minUtxoAmount: '99999999999999999' })],
  getUtxosByAddressesV2: [
    { ...ofPChain({}), body: { addresses: strangers(MOST) } },
    { ...ofPChain({ sortBy: 'amount' }), body: { addresses: strangers(MOST) } },
  ],
  getLastActivityTimestampByAddresses: [ofPChain({ addresses: strangers(1) })],
  getLastActivityTimestampByAddressesV2: [{ ...ofPChain({}), body: { addresses: strangers(MOST) } }],
  listLatestPrimaryNetworkTransactions: [ofPChain({ addresses: strangers(MANY), txTypes: 'CreateAssetTx' })],
  listActivePrimaryNetworkStakingTransactions: [ofPChain({ addresses: strangers(MANY), txTypes: 'CreateAssetTx' })],
  listPendingPrimaryNetworkRewards: [ofNetwork({ addresses: strangers(MANY) })],
  listHistoricalPrimaryNetworkRewards: [ofNetwork({ addresses: strangers(MANY) })],
  listDelegators: [ofNetwork({ rewardAddresses: strangers(MANY), delegationStatus: 'completed', nodeIds: 'none' })],
  getChainIdsForAddresses: [ofNetwork({ addresses: strangers(MANY) })],
};

const cases = [...new Map([...pagedEndpoints, ...Object.keys(WORST).map(named)].map((one) => [one.id, one])).values()];

describe.each([
  ['ordinary', false],
  ['maximum-size', true],
])('the read budgets over endless lists of %s rows', (_, isFat) => {
  const tables = world.then(async ({ memory, over, ids }) => {
    const table = await endlessTable(memory, isFat);
    return { table, deps: await over(table), ids };
  });

  /** The read units and the response of each of an endpoint's worst requests. */
  async function getAnswers(endpoint: RegisteredEndpoint, hasKey: boolean) {
    const { table, deps, ids } = await tables;
    const handler = await toHandler(endpoint);
    const isPaged = pagedEndpoints.includes(endpoint);
    const asked = [...(isPaged ? getRequests(endpoint, ids) : []), ...(WORST[endpoint.id] ?? [])];
    const answers = [];
    for (const { caller, ...one } of asked) {
      const before = table.meter.readUnits;
      const query = { ...one.query, ...largestPage(endpoint) };
      const as = hasKey ? { caller: { plan: 'pro', ownerId: 'team-7', ...caller } } : {};
      const { status, body } = await call(handler, deps, { ...one, query, ...as });
      answers.push({
        query,
        status,
        message: body.message,
        next: body.nextPageToken,
        units: table.meter.readUnits - before,
      });
    }
    return answers;
  }

  test.each(cases.map((one) => [one.id, one] as const))(
    '%s reads at most its declared budget, and answers 200, or 400 with advice',
    async (id, endpoint) => {
      for (const hasKey of endpoint.access === 'anyone' ? [true, false] : [true]) {
        const most = getReadBudget(endpoint, hasKey, READ_UNITS.page);
        for (const { query, status, message, units } of await getAnswers(endpoint, hasKey)) {
          expect([id, query, units <= most]).toEqual([id, query, true]);
          if (status !== 200) expect([id, query, status, message]).toEqual([id, query, 400, REFUSAL]);
          if (!isFat && status !== 200) refused.add(id);
        }
      }
    },
  );
});

test('over ordinary rows, only endless scans and many addresses without a key are rejected', () =>
  expect([...refused].toSorted()).toEqual([
    'getBalancesByAddresses',
    'getEvmChainMetrics',
    'getIcmTimeseries',
    'getLastActivityTimestampByAddresses',
    'getLastActivityTimestampByAddressesV2',
    'getStakingMetrics',
    'listHistoricalPrimaryNetworkRewards',
    'listSubnets',
  ]));

test('a page without a match ends at half of the budget, with a token that continues', async () => {
  const { memory, over } = await world;
  const table = await endlessTable(memory, true);
  const handler = await toHandler(named('listLatestPrimaryNetworkTransactions'));
  const deps = await over(table);
  const tokens = new Set<unknown>();
  let pageToken: Record<string, string> = {};
  for (let page = 1; page <= 3; page++) {
    const before = table.meter.readUnits;
    const { status, body } = await call(handler, deps, ofPChain({ ...pageToken, txTypes: 'UNKNOWN', pageSize: '100' }));
    expect([status, body.transactions]).toEqual([200, []]);
    const units = table.meter.readUnits - before;
    // Three Queries: the third one finds half of the budget unused, and a fourth would not.
    expect(units > READ_UNITS.page / 2 && units <= 0.75 * READ_UNITS.page).toBe(true);
    tokens.add(body.nextPageToken);
    pageToken = { pageToken: String(body.nextPageToken) };
  }
  expect(tokens.size).toBe(3);
});

test('exactly the endpoints that read declare a read budget', () => {
  for (const { id, readUnits, uses } of endpoints)
    expect([id, readUnits > 0]).toEqual([id, (uses.reads ?? []).length > 0]);
});

test('callers without a key can use less than two thirds of the capacity of a new table', () => {
  const { plans, readUnitsWithoutKey } = Config.parse({});
  const dearest = Math.max(
    ...endpoints.map((one) => getReadBudget(one, false, readUnitsWithoutKey) * Number(one.access === 'anyone')),
  );
  expect(dearest).toBe(readUnitsWithoutKey);
  expect(plans.anonymous.rate * dearest).toBeLessThan(NEW_TABLE_UNITS / 1.5);
});
