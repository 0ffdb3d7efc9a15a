import type { DueValidator } from '../../chain/contract/events';
import { MAX_DAYS } from '../contract/days';
import type { Staker } from './replay/state';
import { DAY_SECONDS, type L1Snapshot } from './runway';

/** Rounded up; both times in Unix seconds. */
const wholeDaysLeft = (end: number, now: number): number => Math.ceil((end - now) / DAY_SECONDS);

/** Unix seconds. `since` is the time of the previous check. */
export interface CheckWindow {
  readonly since: number;
  readonly now: number;
}

/** Whole days crossed since the previous check, both inclusive; undefined if none. */
function getCrossedDays(before: number, now: number): Pick<DueValidator, 'least' | 'most'> | undefined {
  const [least, most] = [Math.max(1, now), Math.min(MAX_DAYS, before - 1)];
  return least <= most ? { least, most } : undefined;
}

type RunsOutAt = (validator: L1Snapshot['validators'][number]) => number | undefined;

/** Functions of the snapshots of this check and of the previous one. */
interface DueSnapshots {
  readonly runsOutAt: RunsOutAt;
  readonly runsOutAtBefore: RunsOutAt;
  readonly before: L1Snapshot | undefined;
}

/**
 * L1 validators whose runway crossed a whole number of days since the previous check. A new or reactivated validator
 * counts as coming from above. `before` is absent once it has expired; then only the passing of time counts.
 */
export function dueL1Validators(
  { validators }: Pick<L1Snapshot, 'validators'>,
  { runsOutAt, runsOutAtBefore, before }: DueSnapshots,
  { since, now }: CheckWindow,
): DueValidator[] {
  const earlier = before && new Map(before.validators.map((one) => [one.validationId, runsOutAtBefore(one)]));
  return validators.flatMap((one): DueValidator[] => {
    const end = runsOutAt(one);
    if (end === undefined) return [];
    const endBefore = earlier ? earlier.get(one.validationId) : end;
    const days = getCrossedDays(
      endBefore === undefined ? MAX_DAYS + 1 : wholeDaysLeft(endBefore, since),
      wholeDaysLeft(end, now),
    );
    const { validationId: id, nodeId, subnetId } = one;
    return days ? [{ kind: 'l1', id, nodeId, subnetId, end, ...days }] : [];
  });
}

/** Stakes that crossed a whole number of days since the previous check. Ignores stakes created above `height`. */
export function dueStakes(stakers: Iterable<Staker>, height: number, { since, now }: CheckWindow): DueValidator[] {
  return [...stakers].flatMap(({ txId: id, kind, nodeId, subnetId, start, end, created }): DueValidator[] => {
    const days = getCrossedDays(wholeDaysLeft(end, Math.max(since, start)), wholeDaysLeft(end, now));
    if (!days || start > now || created.block > height) return [];
    return [{ kind: kind === 'delegator' ? 'delegator' : 'validator', id, nodeId, subnetId, end, ...days }];
  });
}
