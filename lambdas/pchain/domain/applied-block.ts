import type { Tx } from './codec/block';
import type { RawPBlock } from './raw-block';
import type { BlockEffects } from './replay/effects';
import type { Staker, Subnet } from './replay/state';
import type { PBlockRow } from './rows';
import type { StakingDay } from './staking-day';

export interface AppliedBlock {
  readonly raw: RawPBlock;
  readonly effects: BlockEffects;
  readonly time: number;
  readonly after?: PBlockRow['after'];
  /** The parent's proposal, which this block commits or aborts. */
  readonly decided?: { readonly tx: Tx; readonly hash: string; readonly time: number };
  /** The day that ended before the block. */
  readonly endedDay?: StakingDay;
  readonly subnets: ReadonlyMap<string, Subnet>;
  readonly stakers: ReadonlyMap<string, Staker>;
}
