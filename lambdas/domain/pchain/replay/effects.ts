import type { Owners } from '../codec/parts';

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

/** What a block changes besides the state. */
export interface BlockEffects {
  /** By transaction and index. */
  readonly spent: { readonly txId: string; readonly outputIndex: number; readonly by: string }[];
  readonly created: (Utxo & { readonly origin: Origin; readonly by: string })[];
}
