import type { Owners } from '../codec/parts';
import type { L1Validator, Staker, Subnet } from './state';

/** An output that can be spent from now on. Ids are 0x and digits. */
export interface Utxo {
  readonly txId: string;
  readonly outputIndex: number;
  readonly assetId: string;
  readonly amount: bigint;
  readonly owners: Pick<Owners, 'locktime' | 'threshold' | 'addresses'>;
  /** Unix seconds: until then it can only be staked. */
  readonly stakeableUntil?: bigint;
}

/** How outputs came to be that no transaction says: what a stake or a balance gives back, and rewards. */
export type Origin =
  | 'transaction'
  | 'stake'
  | 'validation reward'
  | 'delegation reward'
  | 'delegatee reward'
  | 'refund';

/** A change of an L1 validator. Amounts in nAVAX. */
export interface L1Change {
  readonly validator: L1Validator;
  /** The transaction; undefined if its balance ran out. */
  readonly by: string | undefined;
  /** What is left of its balance after the change. */
  readonly balance: bigint;
  /** What was added to the balance or, below zero, paid back. */
  readonly change: bigint;
  /** It is gone: not even inactive. */
  readonly removed: boolean;
}

/** How a stake ended: `expired` without a transaction, `removed` by the owner of its subnet. */
type Ending = 'rewarded' | 'not rewarded' | 'removed' | 'expired';

/** A stake, or a cycle of one that renews itself, that ended. */
export interface EndedStake {
  readonly staker: Staker;
  /** The transaction, if there is one. */
  readonly by: string | undefined;
  readonly ending: Ending;
}

/** What a block changes: besides the state, or as much of the state as others want to know of. */
export interface BlockEffects {
  /** By transaction and index. */
  readonly spent: { readonly txId: string; readonly outputIndex: number; readonly by: string }[];
  readonly created: (Utxo & { readonly origin: Origin; readonly by: string })[];
  /** In the order of the changes. */
  readonly l1Changes: L1Change[];
  /** By transaction, as they are after the block: stakes that began, were renewed, or grew in what they are promised. */
  readonly stakers: Set<string>;
  readonly ended: EndedStake[];
  readonly subnets: Map<string, Subnet>;
  /** Ended stakes whose rewards follow from what was before the state was seeded: the node tells them. */
  readonly untold: { readonly staker: Staker; readonly by: string }[];
}

/** Nothing has changed yet. */
export const noEffects = (): BlockEffects => ({
  spent: [],
  created: [],
  l1Changes: [],
  ended: [],
  untold: [],
  stakers: new Set(),
  subnets: new Map(),
});
