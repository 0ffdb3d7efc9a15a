import type { Owners } from '../codec/parts';
import type { L1Validator, Staker, Subnet } from './state';

export interface Utxo {
  readonly txId: string;
  readonly outputIndex: number;
  readonly assetId: string;
  readonly amount: bigint;
  readonly owners: Pick<Owners, 'locktime' | 'threshold' | 'addresses'>;
  /** Until then it can be staked but not spent. */
  readonly stakeableUntil?: bigint;
}

/** All but `transaction` are implicit: returned stakes, rewards, and refunds of L1 balances. */
export type Origin =
  | 'transaction'
  | 'stake'
  | 'validation reward'
  | 'delegation reward'
  | 'delegatee reward'
  | 'refund';

export interface L1Change {
  readonly validator: L1Validator;
  /** undefined if the balance ran out. */
  readonly by: string | undefined;
  readonly balance: bigint;
  /** Added to the balance; negative if refunded. */
  readonly change: bigint;
  /** For good, as opposed to inactive. */
  readonly removed: boolean;
}

/** `expired`: without a transaction; `removed`: by the subnet owner. */
type Ending = 'rewarded' | 'not rewarded' | 'removed' | 'expired';

export interface EndedStake {
  readonly staker: Staker;
  readonly by: string | undefined;
  readonly ending: Ending;
}

/** Changes that are not in the state, or that rows are derived from. */
export interface BlockEffects {
  readonly spent: { readonly txId: string; readonly outputIndex: number; readonly by: string }[];
  readonly created: (Utxo & { readonly origin: Origin; readonly by: string })[];
  readonly l1Changes: L1Change[];
  /** Transactions of stakers that were added or changed. */
  readonly stakers: Set<string>;
  readonly ended: EndedStake[];
  readonly subnets: Map<string, Subnet>;
  /** Their rewards depend on history before the seed: read them from the node. */
  readonly missingRewards: { readonly staker: Staker; readonly by: string }[];
}

export const noEffects = (): BlockEffects => ({
  spent: [],
  created: [],
  l1Changes: [],
  ended: [],
  missingRewards: [],
  stakers: new Set(),
  subnets: new Map(),
});
