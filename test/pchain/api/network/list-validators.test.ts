import { handler } from '../../../../lambdas/pchain/api/network/list-validators';
import type { SeenValidator } from '../../../../lambdas/pchain/domain/validator-snapshot';
import { createValidatorSnapshots } from '../../../../lambdas/pchain/node/validator-snapshots';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { badIds, ofNetwork, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING, type Refusal } from '../../../support/endpoints/refusals';
import { withMutedErrors } from '../../../support/endpoints/with-muted-errors';
import { some } from '../../../support/full';
import { getNetwork, P_CHAIN } from '../../../support/pchain/expected/network';
import {
  expectedValidators,
  inOrder,
  LIVE_ORDERS,
  RANGES,
  type ExpectedValidator as Row,
} from '../../../support/pchain/expected/validators';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { networkAt, primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

type Query = Record<string, string>;
const listed = (deps: AllDeps, query: Query = {}) =>
  toRows<Row>(handler, deps, ofNetwork({ pageSize: '2', sortOrder: 'asc', ...query }), 'validators');
const STATUSES = ['active', 'completed', 'pending', 'removed'];
const pickMatching = (rows: readonly Row[], ...statuses: string[]) =>
  rows.filter(({ validationStatus }) => statuses.includes(validationStatus));

/** A height of each recording with several validators, some with equal values, and later heights with others. */
const CROWDED: [path: string, height: number, later: number[]][] = [
  [RECORDINGS[0], 203, [208, 241]],
  [RECORDINGS[1], 20, [24, 28, 32]],
];
async function crowded(path: string, height: number, run: (deps: AllDeps, rows: Row[], now: number) => Promise<void>) {
  const net = await networkAt(path, height);
  const { recording } = net.recorded;
  const block = getNetwork(recording).blocks[height];
  const { deps } = await primaryDeps(net);
  await run(deps, expectedValidators(recording, height), Number(block?.time));
}

describe.each(CROWDED)('listValidators: %s', (path, height, later) => {
  test('200: stakes are listed and filtered by status after each change', async () => {
    const seen = new Set<string>();
    await withNetwork(path, async (net) => {
      const { recording, heights } = net.recorded;
      let last = '';
      const changes = heights.filter((at) => {
        // Uptimes fall even without other changes.
        const rows = expectedValidators(recording, at).map(({ uptimePerformance: _, ...row }) => row);
        const before = last;
        last = JSON.stringify(rows);
        return last !== before || at === net.recorded.last;
      });
      for (const at of some(changes, 3)) {
        const rows = expectedValidators(recording, at);
        await net.followTo(at);
        const { deps } = await primaryDeps(net);
        expect([at, await listed(deps, { pageSize: '1' })]).toEqual([at, rows]);
        expect([at, await listed(deps, { pageSize: '1', sortOrder: 'desc' })]).toEqual([at, rows.toReversed()]);
        for (const validationStatus of STATUSES) {
          const those = pickMatching(rows, validationStatus);
          expect([at, await listed(deps, { validationStatus })]).toEqual([at, those]);
          if (those.length > 0) seen.add(validationStatus);
        }
        const [byFee, byEnd] = [{ sortBy: 'delegationFee' }, { sortBy: 'timeRemaining' }];
        expect(await listed(deps, byFee)).toEqual(inOrder(pickMatching(rows, 'active', 'pending'), byFee.sortBy));
        expect(await listed(deps, byEnd)).toEqual(inOrder(pickMatching(rows, 'active'), byEnd.sortBy));
      }
    });
    // Since Durango stakes are never pending.
    const isOld = path === RECORDINGS[1];
    expect([...seen].toSorted()).toEqual(STATUSES.filter((status) => isOld || status !== 'pending'));
  });
  test('200: every order works in both directions, also with equal values', () =>
    crowded(path, height, async (deps, rows) => {
      const active = pickMatching(rows, 'active');
      for (const sortBy of LIVE_ORDERS) {
        const sorted = inOrder(active, sortBy);
        expect([sortBy, await listed(deps, { sortBy, pageSize: '1' })]).toEqual([sortBy, sorted]);
        expect([sortBy, await listed(deps, { sortBy, sortOrder: 'desc' })]).toEqual([sortBy, sorted.toReversed()]);
      }
      expect(new Set(active.map(({ uptimePerformance }) => uptimePerformance)).size).toBeLessThan(active.length);
    }));
  test.each(Object.entries(RANGES))('200: a range of %s includes both ends', (name, valueIn) =>
    crowded(path, height, async (deps, rows, now) => {
      const rangeValue = (row: Row) => valueIn(row, now);
      const values = [...new Set(rows.flatMap((row) => rangeValue(row) ?? []))];
      const ends = [undefined, ...values];
      for (const [min, max] of ends.flatMap((a) => ends.map((b) => [a, b] as const))) {
        if (min === undefined && max === undefined) continue;
        if (Number(min ?? 0) > Number(max ?? Number.POSITIVE_INFINITY)) continue;
        const query = { ...(min ? { [`min${name}`]: min } : {}), ...(max ? { [`max${name}`]: max } : {}) };
        const those = rows.filter((row) => {
          const value = rangeValue(row);
          return value !== undefined && Number(value) >= Number(min ?? 0) && Number(value) <= Number(max ?? value);
        });
        expect([query, await listed(deps, query)]).toEqual([query, those]);
      }
      expect(values.length).toBeGreaterThan(1);
    }),
  );
  test('200: validators are filtered by node IDs, parts of node IDs and subnets', () =>
    crowded(path, height, async (deps, rows) => {
      const nodes = [...new Set(rows.map(({ nodeId }) => nodeId))];
      const [first = '', second = ''] = nodes;
      const parts = [[first.slice(9, 15)], [first.slice(-5), second], ['NodeID-'], ['0l']];
      for (const nodeIds of [...nodes.map((id) => [id]), nodes, ...parts]) {
        const those = rows.filter(({ nodeId }) => nodeIds.some((part) => nodeId.includes(part)));
        expect(await listed(deps, { nodeIds: nodeIds.join(', ') })).toEqual(those);
        const active = await listed(deps, { nodeIds: nodeIds.join(), sortBy: 'timeRemaining' });
        expect(active).toEqual(inOrder(pickMatching(those, 'active'), 'timeRemaining'));
      }
      for (const subnetId of new Set(rows.map((row) => row.subnetId)))
        expect(await listed(deps, { subnetId })).toEqual(rows.filter((row) => row.subnetId === subnetId));
    }));
  test('200: all pages of a sorted list show the state of the first page while the network grows', () =>
    withNetwork(path, async (net) => {
      const { recording } = net.recorded;
      const query = { sortBy: 'delegationCapacity', pageSize: '1', sortOrder: 'desc' };
      const whole = (at: number) =>
        inOrder(pickMatching(expectedValidators(recording, at), 'active'), query.sortBy).toReversed();
      const found: Row[] = [];
      let pageToken = '';
      for (const at of [height, ...later]) {
        await net.followTo(at);
        const { deps } = await primaryDeps(net);
        const { body } = await call(handler, deps, ofNetwork({ ...query, pageToken }));
        found.push(...(body.validators as Row[]));
        pageToken = String(body.nextPageToken ?? '');
        expect(await listed(deps, query)).toEqual(whole(at));
      }
      expect([found, pageToken]).toEqual([whole(height), '']);
    }));
});

const [RECORDING] = RECORDINGS;
test.each<[why: string, isGone: boolean, edit: (id: string) => unknown]>([
  ['of a deleted snapshot', true, (id) => id],
  ['of a snapshot with another time', false, () => '203-1600000000000'],
  ['of a snapshot under a path to another object', false, (id) => `../p-chain-other/${id}`],
  ['of a snapshot given as a number', false, () => 203],
])('400: a page token %s is rejected as expired', async (_, isGone, edit) => {
  await withNetwork(RECORDING, async (net) => {
    await net.followTo(203);
    const { deps } = await primaryDeps(net);
    const query = { sortBy: 'delegationCapacity', pageSize: '1' };
    const first = await call(handler, deps, ofNetwork(query));
    const parts = JSON.parse(Buffer.from(String(first.body.nextPageToken), 'base64url').toString('utf8')) as unknown[];
    // Reads without a cache, and would follow a path.
    const get = (chain: string, id: string) =>
      createValidatorSnapshots('bucket', net.bucket.client).get(chain, id.replace(/.*\//, ''));
    const page = (cut: unknown) => {
      const pageToken = Buffer.from(JSON.stringify(parts.with(2, cut))).toString('base64url');
      return call(handler, { ...deps, states: { ...deps.states, get } }, ofNetwork({ ...query, pageToken }));
    };
    expect((await page(parts[2])).status).toBe(200);
    if (isGone) net.bucket.objects.clear();
    const { status, body } = await page(edit(String(parts[2])));
    const message = 'pageToken: has expired; omit it to start over';
    expect([status, body.message]).toEqual([400, message]);
  });
});
test('503: lists of active validators are unavailable before the first snapshot', async () => {
  const { deps } = await primaryWorld(RECORDING);
  const PNetwork = { ...deps.PNetwork, validators: async () => undefined };
  for (const without of [{ PNetwork }, { states: { ...deps.states, get: async () => undefined } }])
    for (const query of [{ validationStatus: 'active' }, { sortBy: 'timeRemaining' }]) {
      const { status, body } = await withMutedErrors(() => call(handler, { ...deps, ...without }, ofNetwork(query)));
      expect([status, body.message]).toEqual([503, 'the validators of recorded are not indexed yet; try again']);
    }
});
test('200: uptime, version and health come from the node and its peers', async () => {
  const { deps } = await primaryWorld(RECORDING);
  const version = 'avalanchego/1.15.0';
  const seen = { uptime: 12.5, connected: true };
  const cases: [SeenValidator | undefined, unknown[]][] = [
    [undefined, [0, 'offline', 0, 0, 0, 0]],
    [seen, [12.5, undefined, 100, 0, 0, 0]],
    [{ ...seen, connected: false }, [12.5, 'offline', 0, 0, 0, 0]],
    [{ ...seen, version, benched: [P_CHAIN] }, [12.5, version, 100, 100, 0, 0]],
    [{ ...seen, version, benched: ['X'] }, [12.5, version, 100, 0, 100, 0]],
    [{ ...seen, version, benched: ['C', 'P'] }, [12.5, version, 100, 100, 0, 100]],
  ];
  for (const query of [{}, { validationStatus: 'active' }])
    for (const [told, expected] of cases) {
      const get = async (chain: string, id: string) => {
        const found = await deps.states.get(chain, id);
        const validators = found?.validators.map(({ seen: _, ...one }) => ({ ...one, ...(told && { seen: told }) }));
        return found && validators && { ...found, validators };
      };
      const [row] = await listed({ ...deps, states: { ...deps.states, get } }, query);
      const { uptimePerformance, avalancheGoVersion, validatorHealth = {} } = row ?? {};
      expect([uptimePerformance, avalancheGoVersion, ...Object.values(validatorHealth)]).toEqual(expected);
    }
});

const notActive = (query: Query): Refusal => [
  Object.values(query).join(' with '),
  { query },
  'validationStatus: must be active to filter or sort by capacity, time remaining or uptime',
];
const ORDERS = 'blockIndex, delegationCapacity, timeRemaining, delegationFee or uptimePerformance';
refusesOfNetwork(handler, ofNetwork({ pageSize: '2' }), [
  ...PAGING,
  ...badIds('subnetId', 'a subnet ID', 'query'),
  ['a malformed part of a node ID', { query: { nodeIds: 'a b' } }, 'nodeIds.0: must be a node ID or a part of one'],
  badQuery('validationStatus', 'over', 'must be completed, active, pending or removed'),
  badQuery('sortBy', 'name', `must be ${ORDERS}`),
  badQuery('sortOrder', 'up', 'must be asc or desc'),
  ...['1', '100.5', '-3'].map((fee) => badQuery('minFeePercentage', fee, 'must be a number from 2 to 100')),
  ...['101', '-1', '1e1'].map((uptime) => badQuery('maxUptimePerformance', uptime, 'must be a number from 0 to 100')),
  badQuery('minDelegationCapacity', '1.5', 'must be an amount of nAVAX in decimal digits'),
  badQuery('maxTimeRemaining', '2147483648', 'must be a whole number from 0 to 2147483647'),
  ...Object.keys(RANGES).map((name): Refusal => {
    const query = { [`min${name}`]: '6', [`max${name}`]: '5' };
    return [`min${name} above max${name}`, { query }, `min${name}: must not be above max${name}, 5`];
  }),
  notActive({ validationStatus: 'completed', sortBy: 'uptimePerformance' }),
  notActive({ validationStatus: 'removed', minDelegationCapacity: '0' }),
  notActive({ validationStatus: 'pending', maxTimeRemaining: '5' }),
  [
    'completed validators sorted by delegationFee',
    { query: { validationStatus: 'completed', sortBy: 'delegationFee' } },
    'sortBy: must be blockIndex for completed validators',
  ],
]);
