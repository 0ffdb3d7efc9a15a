import type { DueValidator } from '../../chain/contract/events';
import { MAX_DAYS } from '../contract/days';
import type { Staker } from './replay/state';
import { DAY_SECONDS, type L1Snapshot } from './runway';

/** Days until `end`, rounded up; both in Unix seconds. */
const daysLeft = (end: number, now: number): number => Math.ceil((end - now) / DAY_SECONDS);

/** Unix seconds. `since` is the time of the previous check. */
export interface Check {
  readonly since: number;
  readonly now: number;
}

/** Whole days crossed since the previous check, both inclusive; undefined if none. */
function reached(before: number, now: number): Pick<DueValidator, 'least' | 'most'> | undefined {
  const [least, most] = [Math.max(1, now), Math.min(MAX_DAYS, before - 1)];
  return least <= most ? { least, most } : undefined;
}

type Runway = (validator: L1Snapshot['validators'][number]) => number | undefined;

/**
 * L1 validators whose runway crossed a whole number of days since the previous check. A new or reactivated validator
 * counts as coming from above. `before` is absent once it has expired; then only the passing of time counts.
 */
export function dueL1Validators(
  { validators }: Pick<L1Snapshot, 'validators'>,
  { runway, runwayBefore, before }: { runway: Runway; runwayBefore: Runway; before: L1Snapshot | undefined },
  { since, now }: Check,
): DueValidator[] {
  const earlier = before && new Map(before.validators.map((one) => [one.validationId, runwayBefore(one)]));
  return validators.flatMap((one): DueValidator[] => {
    const end = runway(one);
    if (end === undefined) return [];
    const endBefore = earlier ? earlier.get(one.validationId) : end;
    const days = reached(endBefore === undefined ? MAX_DAYS + 1 : daysLeft(endBefore, since), daysLeft(end, now));
    const { validationId: id, nodeId, subnetId } = one;
    return days ? [{ kind: 'l1', id, nodeId, subnetId, end, ...days }] : [];
  });
}

/** Stakes that crossed a whole number of days since the previous check. Ignores stakes created above `height`. */
export function dueStakes(stakers: Iterable<Staker>, height: number, { since, now }: Check): DueValidator[] {
  return [...stakers].flatMap(({ txId: id, kind, nodeId, subnetId, start, end, created }): DueValidator[] => {
    const days = reached(daysLeft(end, Math.max(since, start)), daysLeft(end, now));
    if (!days || start > now || created.block > height) return [];
    return [{ kind: kind === 'delegator' ? 'delegator' : 'validator', id, nodeId, subnetId, end, ...days }];
  });
}
