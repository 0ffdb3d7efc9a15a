import type { L1Validator, PChainState } from './replay/state';
import { getPrice, type ValidatorFeeConfig } from './replay/validator-fee';

export const DAY_SECONDS = 86_400;

/** Fee state of L1 validators (ACP-77) as of a block. `time`: Unix seconds of the block. */
export interface FeeState extends Pick<PChainState, 'time' | 'accruedFees' | 'excess'> {}

/**
 * Gives the time at which a validator runs out at the price of the block, Unix seconds: the first second that it cannot
 * pay. undefined if it is inactive. The price changes with the number of active validators once that exceeds the target, or has.
 */
export function createRunsOutAt({ time, accruedFees, excess }: FeeState, config: ValidatorFeeConfig) {
  const price = getPrice(config, excess);
  return ({ endAccruedFees }: Pick<L1Validator, 'endAccruedFees'>): number | undefined =>
    endAccruedFees > accruedFees && price > 0n ? time + Number((endAccruedFees - accruedFees) / price) : undefined;
}

/** Both in Unix seconds. In hundredths, rounded down; 0 if `to` is not after `from`. */
export const daysBetween = (from: number, to: number): number =>
  Math.floor((Math.max(0, to - from) * 100) / DAY_SECONDS) / 100;

/** Of the active L1 validators at one height, soonest to run out first. */
export interface L1Snapshot extends FeeState {
  readonly height: number;
  /** Of the day of the block; absent in snapshots of earlier releases. */
  readonly fees?: PChainState['fees'];
  readonly validators: readonly L1Validator[];
}

export function getL1Snapshot(state: PChainState): L1Snapshot {
  const { height, time, accruedFees, excess, active, l1Validators, fees } = state;
  const validators = [...active].flatMap((id) => l1Validators.get(id) ?? []);
  const paid = fees && { fees: { day: fees.day, paid: new Map(fees.paid) } };
  return { height, time, accruedFees, excess, ...paid, validators: validators.toSorted(bySoonest) };
}

function bySoonest(a: L1Validator, b: L1Validator): number {
  if (a.endAccruedFees !== b.endAccruedFees) return a.endAccruedFees < b.endAccruedFees ? -1 : 1;
  return a.validationId < b.validationId ? -1 : 1;
}
