import { handler } from '../../../../lambdas/pchain/api/network/list-l1-validators';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { badIds, NOTHING, ofNetwork, refusesOfNetwork, toRows } from '../../../support/endpoints/primary-network';
import { badQuery, PAGING } from '../../../support/endpoints/refusals';
import { readPages } from '../../../support/endpoints/transactions';
import { type ExpectedL1Validator, expectedL1Validators } from '../../../support/pchain/expected/l1-validators';
import { getNetwork } from '../../../support/pchain/expected/network';
import { allValidations } from '../../../support/pchain/expected/validations';
import { RECORDINGS, type RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const ALL = { includeInactiveL1Validators: 'true' };
const NODE = 'NodeID-111111111111111111116DBWJs';

const getValidators = (deps: AllDeps, query: Record<string, string>) =>
  toRows<object>(handler, deps, ofNetwork({ pageSize: '1', ...query }), 'validators');

/** Validators as the endpoint shows them, newest first. */
const shown = (validators: readonly ExpectedL1Validator[]) =>
  validators.map(({ active: _, ...one }) => one).toReversed();

/** Compares the list under every filter with the expected validators. */
async function compareAt(deps: AllDeps, expected: readonly ExpectedL1Validator[]): Promise<void> {
  const active = expected.filter((one) => one.active);
  expect(await getValidators(deps, {})).toEqual(shown(active));
  expect(await getValidators(deps, { includeInactiveL1Validators: 'false', pageSize: '100' })).toEqual(shown(active));
  for (const pageSize of ['1', '2', '100'])
    expect(await getValidators(deps, { ...ALL, pageSize })).toEqual(shown(expected));
  for (const name of ['subnetId', 'nodeId', 'validationId'] as const) {
    const parameter = name === 'validationId' ? 'l1ValidationId' : name;
    for (const value of new Set(expected.map((one) => one[name]))) {
      const query = { [parameter]: value };
      expect(await getValidators(deps, query)).toEqual(shown(active.filter((one) => one[name] === value)));
      expect(await getValidators(deps, { ...ALL, ...query })).toEqual(
        shown(expected.filter((one) => one[name] === value)),
      );
    }
  }
  await compareByDaysLeft(deps, active);
  for (const { subnetId, nodeId, validationId } of expected) {
    const both = expected.filter((one) => one.subnetId === subnetId && one.nodeId === nodeId);
    expect(await getValidators(deps, { ...ALL, subnetId, nodeId })).toEqual(shown(both));
    expect(await getValidators(deps, { ...ALL, subnetId, l1ValidationId: validationId })).toHaveLength(1);
    expect(await getValidators(deps, { ...ALL, nodeId: NODE, l1ValidationId: validationId })).toEqual([]);
  }
}

const bySoonest = (a: ExpectedL1Validator, b: ExpectedL1Validator): number =>
  a.remainingBalance - b.remainingBalance || (a.validationIdHex < b.validationIdHex ? -1 : 1);

async function compareByDaysLeft(deps: AllDeps, active: readonly ExpectedL1Validator[]): Promise<void> {
  const soonest = active.toSorted(bySoonest).map(({ active: _, ...one }) => one);
  for (const pageSize of ['1', '100']) {
    expect(await getValidators(deps, { sortBy: 'daysLeft', pageSize })).toEqual(soonest);
    expect(await getValidators(deps, { ...ALL, sortBy: 'daysLeft', sortOrder: 'desc', pageSize })).toEqual(
      soonest.toReversed(),
    );
  }
  expect(await getValidators(deps, { sortOrder: 'asc' })).toEqual(shown(active).toReversed());
  for (const maxDaysLeft of new Set([0, 7, ...soonest.flatMap(({ daysLeft = 0 }) => [daysLeft, daysLeft + 0.01])])) {
    const [least, within] = [
      String(Math.round(maxDaysLeft * 100) / 100),
      (one: { daysLeft?: number }) => (one.daysLeft ?? 0) <= maxDaysLeft + 0.001,
    ];
    expect(await getValidators(deps, { ...ALL, maxDaysLeft: least })).toEqual(shown(active).filter(within));
    expect(await getValidators(deps, { maxDaysLeft: least, sortBy: 'daysLeft' })).toEqual(soonest.filter(within));
  }
  for (const { subnetId, nodeId, validationId: l1ValidationId } of soonest)
    for (const query of [{ subnetId }, { nodeId }, { l1ValidationId }]) {
      const [[name = '', value]] = Object.entries(query) as [[string, string]];
      const key = name === 'l1ValidationId' ? 'validationId' : (name as 'subnetId' | 'nodeId');
      expect(await getValidators(deps, { ...query, sortBy: 'daysLeft' })).toEqual(
        soonest.filter((one) => one[key] === value),
      );
    }
}

/** Up to `most` heights at which L1 validators changed, with the first and the last. */
function heightsOfChange({ heights, recording }: RecordedNetwork, most: number): number[] {
  const stateAt = (height = 0) =>
    JSON.stringify(
      expectedL1Validators(recording, height).map(({ validationId, weight, active }) => [validationId, weight, active]),
    );
  const changed = heights.filter((height, i) => stateAt(height) !== stateAt(heights[i - 1]));
  const places = Array.from({ length: most }, (_, i) => Math.round((i * (changed.length - 1)) / (most - 1)));
  return [...new Set(places)].map((place) => changed[place] ?? 0);
}

describe.each(RECORDINGS)('listL1Validators: %s', (path) => {
  test('200: validators of the last block are listed by every filter, with the height on each page', async () => {
    const { deps, recording, last } = await primaryWorld(path);
    const expected = expectedL1Validators(recording, last);
    await compareAt(deps, expected);
    const pages = await readPages(handler, deps, ofNetwork({ ...ALL, pageSize: '1' }));
    expect(pages.map(({ blockHeight }) => blockHeight)).toEqual(pages.map(() => String(last)));
    expect(expected.some(({ active }) => !active)).toBe(true);
  });
  test('200: validators are right at earlier blocks', () =>
    withNetwork(path, async (net) => {
      const heights = heightsOfChange(net.recorded, 8);
      for (const height of heights) {
        await net.followTo(height);
        const { deps } = await primaryDeps(net);
        const { body } = await call(handler, deps, ofNetwork());
        expect(body.blockHeight).toBe(String(height));
        await compareAt(deps, expectedL1Validators(net.recorded.recording, height));
      }
      expect(heights.length).toBeGreaterThan(1);
    }));
  test('200: pages by days left are of one block, while validators are topped up and run out', () =>
    withNetwork(path, async (net) => {
      const { recording, last } = net.recorded;
      const changes = heightsOfChange(net.recorded, 8);
      const from = changes.find(
        (height) => expectedL1Validators(recording, height).filter((one) => one.active).length > 1,
      );
      await net.followTo(from ?? 0);
      const { deps } = await primaryDeps(net);
      const query = { sortBy: 'daysLeft', pageSize: '1' };
      const page = async (own: AllDeps, pageToken?: string) => {
        const { status, body } = await call(handler, own, ofNetwork({ ...query, ...(pageToken ? { pageToken } : {}) }));
        return { status, ...(body as { validators: object[]; blockHeight: string; nextPageToken?: string }), body };
      };
      const first = await page(deps);
      await net.followTo(last);
      const later = (await primaryDeps(net)).deps;
      const found = [...first.validators];
      for (let next = first.nextPageToken; next !== undefined; ) {
        const { blockHeight, validators, nextPageToken } = await page(later, next);
        expect(blockHeight).toBe(String(from));
        found.push(...validators);
        next = nextPageToken;
      }
      const expected = expectedL1Validators(recording, from ?? 0).filter((one) => one.active);
      expect(found).toEqual(expected.toSorted(bySoonest).map(({ active: _, ...one }) => one));
      expect(found.length).toBeGreaterThan(1);
      const expired = { ...later, states: { ...later.states, getL1: async () => undefined } };
      const { status, body } = await page(expired, first.nextPageToken);
      expect([status, body.message]).toEqual([400, 'pageToken: has expired; omit it to start over']);
      expect((await page(expired)).status).toBe(503);
    }));
  test('200: unknown validators, removed ones and those above the cursor are not listed', async () => {
    const { deps, recording, last } = await primaryWorld(path);
    const known = new Set(expectedL1Validators(recording, last).map(({ validationId }) => validationId));
    const removed = [...allValidations(getNetwork(recording)).keys()].filter((id) => !known.has(id));
    for (const l1ValidationId of [NOTHING, ...removed])
      expect(await getValidators(deps, { ...ALL, l1ValidationId })).toEqual([]);
    const early = (await primaryWorld(path, 5)).deps;
    expect(await getValidators(early, ALL)).toEqual([]);
    for (const l1ValidationId of known) expect(await getValidators(early, { ...ALL, l1ValidationId })).toEqual([]);
  });
});
refusesOfNetwork(handler, ofNetwork({ pageSize: '2' }), [
  ...PAGING,
  ...badIds('l1ValidationId', 'a validation ID', 'query'),
  ...badIds('subnetId', 'a subnet ID', 'query'),
  badQuery('nodeId', '5', 'must be a node ID: NodeID- and base58 with a checksum'),
  badQuery('nodeId', `${NODE.slice(0, -1)}t`, `${NODE.slice(0, -1)}t is not a valid node ID (bad checksum or length)`),
  badQuery('includeInactiveL1Validators', 'maybe', 'must be true or false'),
  badQuery('maxDaysLeft', '-1', 'must be a number of days from 0 to 99999.99'),
  badQuery('sortBy', 'weight', 'must be blockIndex or daysLeft'),
  badQuery('sortOrder', 'up', 'must be asc or desc'),
]);
