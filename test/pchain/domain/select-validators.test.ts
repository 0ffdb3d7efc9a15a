import * as fc from 'fast-check';
import { PRIMARY_NETWORK } from '../../../lambdas/pchain/domain/replay/state';
import {
  isOfActive,
  matchesActive,
  matchesStake,
  sorted,
  type ValidatorFilter,
  type ValidatorOrder,
} from '../../../lambdas/pchain/domain/select-validators';
import type { ListedValidator } from '../../../lambdas/pchain/domain/validator-snapshot';
import { repeatedRuns } from '../../support/full';
import { hash } from '../../support/make/blocks';

const LIVE_ORDERS = ['delegationCapacity', 'timeRemaining', 'uptimePerformance'] as const;
const ORDERS: readonly ValidatorOrder[] = [...LIVE_ORDERS, 'blockIndex', 'delegationFee'];
const SUBNET = hash(7);
const MAX_STAKE = 40n;
const NOW = 50;
const nodeIdText = (nodeId: string) => `NodeID-${nodeId}`;

// Few values, so that many are equal.
const anyValidators: fc.Arbitrary<ListedValidator[]> = fc
  .array(
    fc.record({
      subnetId: fc.constantFrom(PRIMARY_NETWORK, SUBNET),
      nodeId: fc.constantFrom('aab', 'abb', 'bab'),
      status: fc.constantFrom('active', 'pending', 'completed', 'removed'),
      weight: fc.bigInt(1n, 12n),
      delegated: fc.option(fc.bigInt(0n, 30n)),
      end: fc.integer({ min: 48, max: 53 }),
      shares: fc.option(fc.constantFrom(0, 20_000, 23_000, 1_000_000)),
      uptime: fc.option(fc.constantFrom(0, 57.6923, 100)),
      block: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 12 },
  )
  .chain((drawn) =>
    fc
      .shuffledSubarray(
        drawn.map((_, i) => i),
        { minLength: drawn.length },
      )
      .map((ranks) =>
        drawn.map(({ delegated, shares, uptime, block, ...one }, i) => ({
          ...{ ...one, txId: hash(ranks[i] ?? 0), created: { block, tx: i }, start: 0 },
          ...{ potentialReward: 0n, delegateeReward: 0n, rewardAddresses: [], delegationRewardAddresses: [] },
          ...(shares === null ? {} : { shares }),
          ...(uptime === null ? {} : { seen: { uptime, connected: true } }),
          ...(delegated === null ? {} : { delegations: getDelegations(delegated) }),
        })),
      ),
  );
const getDelegations = (weight: bigint) => ({ count: 1, weight, promised: 0n, ever: { count: 1, weight } });

/** Capacity left below five times the own stake and below the maximum stake. */
function getRoom({ subnetId, weight, delegations }: ListedValidator): bigint | undefined {
  if (subnetId !== PRIMARY_NETWORK) return undefined;
  const held = weight + (delegations?.weight ?? 0n);
  const room = [5n * weight - held, MAX_STAKE - held].reduce((a, b) => (a < b ? a : b));
  return room < 0n ? 0n : room;
}

/** A sort key as text with the same order. */
function toKey(row: ListedValidator, by: ValidatorOrder): string {
  const digits = (n: number | bigint) => n.toString().padStart(30, '0');
  const { created, end, shares, seen, txId } = row;
  const room = getRoom(row);
  const value = {
    blockIndex: `${digits(created.block)} ${digits(created.tx)}`,
    delegationCapacity: room === undefined ? '' : digits(room),
    timeRemaining: digits(end),
    delegationFee: shares === undefined ? '' : digits(shares),
    uptimePerformance: digits(Math.round((seen?.uptime ?? 0) * 10_000)),
  }[by];
  return `${value} ${txId}`;
}

test('validators sort like their text keys in every order and direction', () => {
  let alike = 0;
  const isSorted = (validators: readonly ListedValidator[], by: ValidatorOrder) => {
    const keys = validators.map((row) => toKey(row, by)).toSorted();
    expect(sorted(validators, by, true, MAX_STAKE).map((row) => toKey(row, by))).toEqual(keys);
    expect(sorted(validators, by, false, MAX_STAKE).map((row) => toKey(row, by))).toEqual(keys.toReversed());
    if (new Set(keys.map((key) => key.slice(0, -hash(0).length))).size < keys.length) alike += 1;
  };
  void fc.assert(fc.property(anyValidators, fc.constantFrom(...ORDERS), isSorted), repeatedRuns(300));
  expect(alike).toBeGreaterThan(0);
});

const range = <T>(value: fc.Arbitrary<T>) =>
  fc.record({ min: fc.option(value, { nil: undefined }), max: fc.option(value, { nil: undefined }) });
const anyFilter: fc.Arbitrary<ValidatorFilter> = fc.record({
  nodeIds: fc.option(fc.subarray(['ab', 'aab', 'NodeID-b', 'c'], { minLength: 1 }), { nil: undefined }),
  subnetId: fc.option(fc.constantFrom(PRIMARY_NETWORK, SUBNET), { nil: undefined }),
  status: fc.option(fc.constantFrom('active', 'pending', 'completed', 'removed'), { nil: undefined }),
  fee: range(fc.constantFrom(0, 2, 2.3, 100)),
  capacity: range(fc.bigInt(0n, 40n)),
  timeLeft: range(fc.integer({ min: 0, max: 3 })),
  uptime: range(fc.constantFrom(0, 57.6923, 99, 100)),
});

/** Whether a value is in a range, compared in millionths. A missing value is outside of any bound. */
function isWithin(value: number | undefined, { min, max }: { min?: number | undefined; max?: number | undefined }) {
  if (min === undefined && max === undefined) return true;
  if (value === undefined) return false;
  const micros = (n: number) => Math.round(n * 1_000_000);
  if (min !== undefined && micros(value) < micros(min)) return false;
  return !(max !== undefined && micros(value) > micros(max));
}
const plain = ({ min, max }: ValidatorFilter['capacity']) => ({
  ...{ min: min === undefined ? min : Number(min), max: max === undefined ? max : Number(max) },
});

test('filters select the same validators as plain comparisons', () => {
  const kept = { stakes: 0, active: 0 };
  const isFiltered = (validators: readonly ListedValidator[], filter: ValidatorFilter) => {
    const { nodeIds, subnetId, status, fee, capacity, timeLeft, uptime } = filter;
    for (const row of validators) {
      const isAsked =
        (!status || status === row.status) &&
        (!subnetId || subnetId === row.subnetId) &&
        isWithin(row.shares === undefined ? undefined : row.shares / 10_000, fee) &&
        (nodeIds ?? ['']).some((part) => `NodeID-${row.nodeId}`.indexOf(part) >= 0);
      expect(matchesStake(filter, nodeIdText)(row)).toBe(isAsked);
      const room = getRoom(row);
      const isAskedOfActive =
        isWithin(room === undefined ? undefined : Number(room), plain(capacity)) &&
        isWithin(row.end < NOW ? 0 : row.end - NOW, timeLeft) &&
        isWithin(row.seen ? row.seen.uptime : 0, uptime);
      expect(matchesActive(filter, NOW, MAX_STAKE)(row)).toBe(isAskedOfActive);
      kept.stakes += Number(isAsked);
      kept.active += Number(isAskedOfActive);
    }
  };
  void fc.assert(fc.property(anyValidators, anyFilter, isFiltered), repeatedRuns(300));
  expect(Math.min(kept.stakes, kept.active)).toBeGreaterThan(0);
});

const OPEN: ValidatorFilter = { fee: {}, capacity: {}, timeLeft: {}, uptime: {} };
test.each<[asked: Partial<ValidatorFilter>, by: ValidatorOrder, expected: boolean]>([
  [{}, 'blockIndex', false],
  [{ fee: { min: 2 } }, 'delegationFee', false],
  [{ capacity: { max: 0n } }, 'blockIndex', true],
  [{ timeLeft: { min: 0 } }, 'delegationFee', true],
  [{ uptime: { min: 0 } }, 'blockIndex', true],
  ...LIVE_ORDERS.map((by): [Partial<ValidatorFilter>, ValidatorOrder, boolean] => [{}, by, true]),
])('a list with filter %j sorted by %s has only active validators: %s', (asked, by, expected) => {
  expect(isOfActive({ ...OPEN, ...asked }, by)).toBe(expected);
});
