import type { TxType } from './codec/tx';
import type { Origin, Utxo } from './replay/effects';
import type { L1Validator, Place } from './replay/state';

// Throughout the domain: IDs and addresses are 0x-prefixed hex, times Unix seconds, and amounts the
// asset's smallest unit (nAVAX).

export interface Proposer {
  /** Of the container; `parentId` is the ID of the parent's container. */
  readonly id: string;
  readonly parentId: string;
  readonly nodeId: string;
  readonly time: number;
  /** P-Chain height of the validator set that proposers are drawn from. */
  readonly pChainHeight: number;
}

export interface PBlockRow {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
  readonly type: string;
  readonly txIds: readonly string[];
  readonly size: number;
  /** Absent if the replay failed. */
  readonly after?: {
    readonly active: number;
    readonly excess: bigint;
    readonly accruedFees: bigint;
    readonly supply: bigint;
  };
  /** L1 validators deactivated by the fee; the rest of their balances is lost. */
  readonly ranDry?: readonly TxL1Change[];
  /** Present if read from the node's index. */
  readonly proposer?: Proposer;
  readonly unreadable?: string;
}

interface Created {
  readonly block: number;
  readonly time: number;
}

export interface PUtxoRow extends Utxo {
  /** Absent if the output may be older than the index. */
  readonly origin?: Origin;
  /** The transaction that created it: for a reward, not the transaction in its `txId`. */
  readonly by: string;
  readonly created?: Created;
  /** While staked, and so not spendable. `since`: start of the first cycle, if auto-renewed. */
  readonly staked?: { readonly start: number; readonly end: number; readonly since?: number };
  readonly returned?: Created & { readonly start: number };
  readonly spent?: { readonly by: string } & Created;
  /** `owners` is truncated. */
  readonly hasMoreOwners?: true;
}

/** The owners are the signers if the output is of another chain, the genesis, or pre-index. */
export interface SpentOutput extends Pick<Utxo, 'owners' | 'stakeableUntil'>, Pick<PUtxoRow, 'hasMoreOwners'> {
  readonly origin?: Origin;
  readonly created?: Created;
}

export interface TxL1Change {
  readonly validationId: string;
  readonly nodeId: string;
  readonly subnetId: string;
  readonly weight: bigint;
  readonly balance: bigint;
  readonly change: bigint;
  readonly publicKey: string;
  readonly proofOfPossession?: string;
}

export interface L1ChangeRow extends Omit<TxL1Change, 'balance' | 'change'>, Pick<L1Validator, 'endAccruedFees'> {}

export interface TxAdditions {
  /** One per input; imported inputs come last. */
  readonly spent?: readonly SpentOutput[];
  readonly created?: readonly (Utxo & { readonly origin: Origin })[];
  readonly l1Changes?: readonly TxL1Change[];
  /** The stake that it ended, or ended a cycle of. */
  readonly ended?: { readonly nodeId: string; readonly subnetId: string };
  readonly returnedTo?: readonly string[];
  readonly stake?: { readonly start: number; readonly end: number; readonly potentialReward?: bigint };
  /** Potential reward of the cycle that it started. */
  readonly nextReward?: bigint;
}

interface TxRow {
  readonly id: string;
  readonly type: TxType | 'UNKNOWN';
  /** Includes signatures; absent if the block is unreadable. */
  readonly bytes?: string;
  readonly additions: TxAdditions;
  /** The transaction that ended this transaction's stake. */
  readonly rewardTxId?: string;
}

interface InBlock {
  readonly place: Place;
  readonly blockHash: string;
  readonly time: number;
}

export type PlacedTxRow = TxRow & InBlock;
/** Without a block: older than the index, kept for its current stake or its blockchain. */
export type PTxRow = TxRow & Partial<InBlock>;
