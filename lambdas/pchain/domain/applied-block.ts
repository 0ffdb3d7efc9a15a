import type { Tx } from './codec/block';
import type { RawPBlock } from './raw-block';
import type { BlockEffects } from './replay/effects';
import type { Staker, Subnet } from './replay/state';
import type { PBlockRow } from './rows';

/** A block after its replay, with the parts of the state that its rows need. */
export interface AppliedBlock {
  readonly raw: RawPBlock;
  readonly effects: BlockEffects;
  /** The chain's time after the block, Unix seconds. */
  readonly time: number;
  readonly after?: PBlockRow['after'];
  /** The parent's proposal, which this block commits or aborts. */
  readonly decided?: { readonly tx: Tx; readonly hash: string; readonly time: number };
  /** All subnets after the block. */
  readonly subnets: ReadonlyMap<string, Subnet>;
  /** Stakers changed by the block, by transaction. */
  readonly stakers: ReadonlyMap<string, Staker>;
}
