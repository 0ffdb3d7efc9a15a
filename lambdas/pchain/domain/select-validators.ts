import { getCapacity, type ListedValidator } from './validator-snapshot';
import type { PValidatorRow, ValidatorStatus } from './validators';

interface Range<T> {
  readonly min?: T | undefined;
  readonly max?: T | undefined;
}

/** Omitted fields match every validator. */
export interface ValidatorFilter {
  /** Substrings of `NodeID-…`; any may match. */
  readonly nodeIds?: readonly string[] | undefined;
  readonly subnetId?: string | undefined;
  readonly status?: ValidatorStatus | undefined;
  /** Percent. */
  readonly fee: Range<number>;
  readonly capacity: Range<bigint>;
  readonly timeLeft: Range<number>;
  /** Percent. */
  readonly uptime: Range<number>;
}

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
export const isOfActive = ({ capacity, timeLeft, uptime }: ValidatorFilter, by: ValidatorOrder): boolean =>
  ORDERS_OF_ACTIVE.includes(by) || ![capacity, timeLeft, uptime].every(isOpen);

/** Percent; undefined if delegation is not possible. */
const getFee = ({ shares }: Pick<PValidatorRow, 'shares'>): number | undefined =>
  shares === undefined ? undefined : shares / 10_000;
const getTimeLeft = ({ end }: PValidatorRow, now: number): number => Math.max(0, end - now);

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

export const matchesActive =
  ({ capacity, timeLeft, uptime }: ValidatorFilter, now: number, maxStake: bigint) =>
  (row: ListedValidator): boolean =>
    isIn(getCapacity(row, maxStake), capacity) &&
    isIn(getTimeLeft(row, now), timeLeft) &&
    isIn(row.seen?.uptime ?? 0, uptime);

/** Ties: by transaction ID, in the same direction. A missing fee or capacity sorts lowest. */
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
