import type { TxType } from './codec/tx';
import type { Origin, Utxo } from './replay/effects';
import type { L1Validator, Place } from './replay/state';

/*
 * What is kept of a P-chain, as far as no later block changes it: ids and addresses are 0x and digits, times Unix
 * seconds, amounts nAVAX or the smallest unit of their asset.
 */

/** Who proposed a block, and what surrounds the block in consensus. */
export interface Proposer {
  /** Of the block with its surroundings, and of the one before it. */
  readonly id: string;
  readonly parentId: string;
  /** 20 bytes. */
  readonly nodeId: string;
  readonly time: number;
  /** The height whose validators could propose. */
  readonly pChainHeight: number;
}

/** A block. */
export interface PBlockRow {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly time: number;
  readonly type: string;
  /** What it decides, and last what it proposes. */
  readonly txIds: readonly string[];
  /** Bytes. */
  readonly size: number;
  /** After it; absent if its state could not be replayed. */
  readonly after?: {
    readonly active: number;
    readonly excess: bigint;
    readonly accruedFees: bigint;
    readonly supply: bigint;
  };
  /** L1 validators that became inactive in it without a transaction: what was left of their balances is gone. */
  readonly ranDry?: readonly TxL1Change[];
  /** Where the node's index tells it. */
  readonly proposer?: Proposer;
  /** The bytes of a block that was not readable, 0x and digits. */
  readonly unreadable?: string;
}

/** When an output came to be. */
interface Created {
  readonly block: number;
  readonly time: number;
}

/** An output with what became of it. */
export interface PUtxoRow extends Utxo {
  /** Absent where that was before the index begins and nobody tells. */
  readonly origin?: Origin;
  /** The transaction that led to it: another than its own, if it is a reward. */
  readonly by: string;
  /** Absent where that was before the index begins. */
  readonly created?: Created;
  /** It is a stake, and cannot be spent yet. `since`: when the first cycle began of one that has renewed itself. */
  readonly staked?: { readonly start: number; readonly end: number; readonly since?: number };
  /** When the stake that it was ended, and had begun. */
  readonly returned?: Created & { readonly start: number };
  readonly spent?: { readonly by: string } & Created;
  /** This row does not name all of its owners: they are too many. */
  readonly hasMoreOwners?: true;
}

/**
 * What an input spent, as far as it is known here: outputs of other chains, of the genesis, and from before the index
 * begins are known by who signed.
 */
export interface SpentOutput extends Pick<Utxo, 'owners' | 'stakeableUntil'>, Pick<PUtxoRow, 'hasMoreOwners'> {
  readonly origin?: Origin;
  readonly created?: Created;
}

/** An L1 validator right after a transaction. */
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

/** An L1 validator as a block left it; `endAccruedFees` as in the state. */
export interface L1ChangeRow extends Omit<TxL1Change, 'balance' | 'change'>, Pick<L1Validator, 'endAccruedFees'> {}

/** What a block adds to the bytes of a transaction. */
export interface TxAdditions {
  /** By input, those from other chains last. */
  readonly spent?: readonly SpentOutput[];
  /** Outputs that its bytes do not say: rewards, and what is left of balances. */
  readonly created?: readonly (Utxo & { readonly origin: Origin })[];
  readonly l1Changes?: readonly TxL1Change[];
  /** The stake that it ended, or of which it ended a cycle. */
  readonly ended?: { readonly nodeId: string; readonly subnetId: string };
  /** Who owns the stake that it paid back: addresses of 20 bytes. */
  readonly returnedTo?: readonly string[];
  readonly stake?: { readonly start: number; readonly end: number; readonly potentialReward?: bigint };
  /** What the cycle is promised that it began. */
  readonly nextReward?: bigint;
}

/** A transaction, wherever it is. */
interface TxRow {
  readonly id: string;
  readonly type: TxType | 'UNKNOWN';
  /** With signatures; absent if its block is not readable. */
  readonly bytes?: string;
  readonly additions: TxAdditions;
  /** The transaction that ended its stake. */
  readonly rewardTxId?: string;
}

/** The block of a transaction. */
interface InBlock {
  readonly place: Place;
  readonly blockHash: string;
  readonly time: number;
}

/** A transaction of a block. */
export type PlacedTxRow = TxRow & InBlock;
/** A transaction. Without a block: one from before the index begins, whose stake goes on or whose blockchain exists. */
export type PTxRow = TxRow & Partial<InBlock>;
