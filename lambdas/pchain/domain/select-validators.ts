import { getCapacity, type ListedValidator } from './validator-snapshot';
import type { PValidatorRow, ValidatorStatus } from './validators';

/** A range, both ends included. */
interface Range<T> {
  readonly min?: T | undefined;
  readonly max?: T | undefined;
}

/** What validators are asked for. */
export interface ValidatorFilter {
  /** Parts of node ids, in the form that answers show; any of them. */
  readonly nodeIds?: readonly string[] | undefined;
  /** 0x and digits. */
  readonly subnetId?: string | undefined;
  readonly status?: ValidatorStatus | undefined;
  /** Percent. */
  readonly fee: Range<number>;
  /** nAVAX. */
  readonly capacity: Range<bigint>;
  /** Seconds. */
  readonly timeLeft: Range<number>;
  /** Percent. */
  readonly uptime: Range<number>;
}

/** What sorts them. */
export type ValidatorOrder =
  | 'blockIndex'
  | 'delegationCapacity'
  | 'timeRemaining'
  | 'delegationFee'
  | 'uptimePerformance';

const isOpen = ({ min, max }: Range<unknown>): boolean => min === undefined && max === undefined;
const isIn = <T extends number | bigint>(value: T | undefined, range: Range<T>): boolean => {
  if (isOpen(range)) return true;
  const { min, max } = range;
  return value !== undefined && (min === undefined || value >= min) && (max === undefined || value <= max);
};

const ORDERS_OF_ACTIVE: readonly ValidatorOrder[] = ['delegationCapacity', 'timeRemaining', 'uptimePerformance'];
/** Whether a list is filtered or sorted by what only active validators have. */
export const isOfActive = ({ capacity, timeLeft, uptime }: ValidatorFilter, by: ValidatorOrder): boolean =>
  ORDERS_OF_ACTIVE.includes(by) || ![capacity, timeLeft, uptime].every(isOpen);

/** The share of delegators' rewards, percent; undefined where nobody can delegate. */
const getFee = ({ shares }: Pick<PValidatorRow, 'shares'>): number | undefined =>
  shares === undefined ? undefined : shares / 10_000;
/** Seconds until its stake ends. */
const getTimeLeft = ({ end }: PValidatorRow, now: number): number => Math.max(0, end - now);

/** Whether a stake is asked for, as far as any stake can be. `nodeIdText`: its node id as answers show it. */
export const matchesStake =
  ({ nodeIds, subnetId, status, fee }: ValidatorFilter, nodeIdText: (nodeId: string) => string) =>
  (row: PValidatorRow): boolean => {
    const isWanted =
      (status === undefined || row.status === status) &&
      (subnetId === undefined || row.subnetId === subnetId) &&
      isIn(getFee(row), fee);
    if (!isWanted || !nodeIds) return isWanted;
    const text = nodeIdText(row.nodeId);
    return nodeIds.some((part) => text.includes(part));
  };

/** Whether an active validator is asked for. `now`: Unix seconds; `maxStake`: see `getCapacity`. */
export const matchesActive =
  ({ capacity, timeLeft, uptime }: ValidatorFilter, now: number, maxStake: bigint) =>
  (row: ListedValidator): boolean =>
    isIn(getCapacity(row, maxStake), capacity) &&
    isIn(getTimeLeft(row, now), timeLeft) &&
    isIn(row.seen?.uptime ?? 0, uptime);

/**
 * Validators in an order; those that are equal by the bytes of their transactions' ids, in the same direction. Without a
 * fee or a capacity they are below all that have one.
 */
export function sorted(
  validators: readonly ListedValidator[],
  by: ValidatorOrder,
  ascending: boolean,
  maxStake: bigint,
): ListedValidator[] {
  const values: Readonly<Record<ValidatorOrder, (row: ListedValidator) => number | bigint>> = {
    blockIndex: ({ created }) => created.block * 100_000 + created.tx,
    delegationCapacity: (row) => getCapacity(row, maxStake) ?? -1n,
    timeRemaining: ({ end }) => end,
    delegationFee: (row) => getFee(row) ?? -1,
    uptimePerformance: ({ seen }) => seen?.uptime ?? 0,
  };
  const valueIn = values[by];
  const compare = (a: ListedValidator, b: ListedValidator): number => {
    const [x, y] = [valueIn(a), valueIn(b)];
    if (x !== y) return x < y ? -1 : 1;
    return a.txId < b.txId ? -1 : 1;
  };
  return validators.toSorted((a, b) => (ascending ? compare(a, b) : compare(b, a)));
}
