import type { Tx } from './codec/block';
import type { RawPBlock } from './raw-block';
import type { BlockEffects } from './replay/effects';
import type { Staker, Subnet } from './replay/state';
import type { PBlockRow } from './rows';

/** A block that was applied, with what of the state belongs to it. */
export interface AppliedBlock {
  readonly raw: RawPBlock;
  readonly effects: BlockEffects;
  /** The chain's time after it. */
  readonly time: number;
  readonly after?: PBlockRow['after'];
  /** What the block before it proposed, and this one decided. */
  readonly decided?: { readonly tx: Tx; readonly hash: string; readonly time: number };
  /** All subnets after it. */
  readonly subnets: ReadonlyMap<string, Subnet>;
  /** The stakers that it changed, by transaction. */
  readonly stakers: ReadonlyMap<string, Staker>;
}
