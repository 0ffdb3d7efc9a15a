import { intervalAt } from '../../core/domain/intervals';
import type { Block, UnreadableBlock } from './codec/block';
import type { PaidFees, PChainState } from './replay/state';

/** Weights in nAVAX, or in the unit of the subnet. */
export interface StakingTotals {
  readonly validators: number;
  readonly validatorWeight: bigint;
  readonly delegators: number;
  readonly delegatorWeight: bigint;
  /** Active L1 validators (ACP-77), which are among the validators. */
  readonly paying: number;
}

/** After the last block of a day. */
export interface StakingDay {
  /** Start of the day, Unix seconds. */
  readonly time: number;
  /** By subnet id. */
  readonly subnets: ReadonlyMap<string, StakingTotals>;
  /** By validation id; absent if the day began before fees were counted. */
  readonly paid?: ReadonlyMap<string, PaidFees>;
}

/** undefined if it is older than the last ended day, as it may be while the index catches up. */
export const getOpenDay = <D extends Pick<StakingDay, 'time'>>(
  day: D | undefined,
  lastEnded: Pick<StakingDay, 'time'> | undefined,
): D | undefined => (day && day.time > (lastEnded?.time ?? -1) ? day : undefined);

const dayAt = (time: number): number => intervalAt('day', time);

export const NO_STAKES: StakingTotals = {
  ...{ validators: 0, validatorWeight: 0n, delegators: 0, delegatorWeight: 0n, paying: 0 },
};

const addStakes = (a: StakingTotals, b: StakingTotals): StakingTotals => ({
  validators: a.validators + b.validators,
  validatorWeight: a.validatorWeight + b.validatorWeight,
  delegators: a.delegators + b.delegators,
  delegatorWeight: a.delegatorWeight + b.delegatorWeight,
  paying: a.paying + b.paying,
});

export const sumStakes = ({ subnets }: Pick<StakingDay, 'subnets'>): StakingTotals =>
  [...subnets.values()].reduce(addStakes, NO_STAKES);

export function getStakingDay({ time, stakers, active, l1Validators, fees }: PChainState): StakingDay {
  const subnets = new Map<string, StakingTotals>();
  const add = (subnetId: string, more: Partial<StakingTotals>) =>
    subnets.set(subnetId, addStakes(subnets.get(subnetId) ?? NO_STAKES, { ...NO_STAKES, ...more }));
  for (const { kind, subnetId, weight, start } of stakers.values()) {
    if (start > time) continue;
    if (kind === 'delegator') add(subnetId, { delegators: 1, delegatorWeight: weight });
    else add(subnetId, { validators: 1, validatorWeight: weight });
  }
  for (const id of active) {
    const validator = l1Validators.get(id);
    if (validator) add(validator.subnetId, { validators: 1, validatorWeight: validator.weight, paying: 1 });
  }
  const day = dayAt(time);
  return { time: day, subnets, ...(fees?.day === day ? { paid: new Map(fees.paid) } : {}) };
}

/** Call before a block is applied. Returns the day that has ended if the block is the first one of another day. */
export function endDay(state: PChainState, block: Block | UnreadableBlock): StakingDay | undefined {
  const time = timeAfter(state, block);
  if (dayAt(time) <= dayAt(state.time)) return undefined;
  const ended = getStakingDay(state);
  state.fees = { day: dayAt(time), paid: new Map() };
  return ended;
}

/** Before Banff, time advances by a proposal that a later block commits. */
function timeAfter({ time, proposal }: PChainState, block: Block | UnreadableBlock): number {
  if (block.type === 'Unreadable') return time;
  const isProposed = proposal?.unsigned.type === 'AdvanceTimeTx' && block.type.endsWith('CommitBlock');
  return isProposed ? Number(proposal.unsigned.time) : (block.time ?? time);
}
