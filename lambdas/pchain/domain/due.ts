import type { DueValidator } from '../../chain/contract/events';
import { MAX_DAYS } from '../contract/days';
import type { Staker } from './replay/state';
import type { L1Snapshot } from './runway';

const DAY_SECONDS = 86_400;

/** The least whole number of days within which `end` comes. Unix seconds. */
const daysLeft = (end: number, now: number): number => Math.ceil((end - now) / DAY_SECONDS);

/** Unix seconds: `since` is the time of the check before. */
export interface Check {
  readonly since: number;
  readonly now: number;
}

/** Both inclusive; undefined if no number of days was reached. */
function reached(before: number, now: number): Pick<DueValidator, 'least' | 'most'> | undefined {
  const [least, most] = [Math.max(1, now), Math.min(MAX_DAYS, before - 1)];
  return least <= most ? { least, most } : undefined;
}

type Runway = (validator: L1Snapshot['validators'][number]) => number | undefined;

/**
 * L1 validators whose runway fell to another whole number of days since the check before. One that is new, or active
 * again, comes from above. `before`: absent if it has expired; then only time counts, not changes of price.
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

/** Stakes that began before they had so few days left. `height`: without stakes of later blocks. */
export function dueStakes(stakers: Iterable<Staker>, height: number, { since, now }: Check): DueValidator[] {
  return [...stakers].flatMap(({ txId: id, kind, nodeId, subnetId, start, end, created }): DueValidator[] => {
    const days = reached(daysLeft(end, Math.max(since, start)), daysLeft(end, now));
    if (!days || start > now || created.block > height) return [];
    return [{ kind: kind === 'delegator' ? 'delegator' : 'validator', id, nodeId, subnetId, end, ...days }];
  });
}
