import type { Tx } from '../codec/block';
import type { Output, Owners } from '../codec/parts';
import type { RewardConfig } from './reward';

/** The subnet ID of the primary network. */
export const PRIMARY_NETWORK = `0x${'00'.repeat(32)}`;

export interface Place {
  readonly block: number;
  /** Index in the block. */
  readonly tx: number;
}

interface AutoRenewedCycle {
  /** From 1. */
  readonly index: number;
  /** Delegations that started in earlier cycles. All have ended: a delegation cannot outlast its cycle. */
  readonly earlier: { readonly count: number; readonly weight: bigint };
}

/** Auto-renewal of a validator (ACP-236). Amounts in nAVAX. */
export interface AutoRenewal {
  /** Share of rewards to restake, in millionths. */
  readonly compoundShares: number;
  /** Length of the next cycle in seconds; 0 stops the renewal. */
  readonly nextPeriod: bigint;
  /** Restaked rewards; both absent if some were restaked before the state was seeded. */
  readonly accruedValidationReward?: bigint;
  readonly accruedDelegateeReward?: bigint;
  /** Absent if earlier cycles are unknown: in a seeded state, or one stored by an earlier release. */
  readonly cycle?: AutoRenewedCycle;
}

/** Current delegations to a validator. Amounts in the staked asset. */
export interface Delegations {
  readonly count: number;
  readonly weight: bigint;
  /** The validator's potential share of the delegators' rewards. */
  readonly promised: bigint;
  /** Includes ended delegations; absent if some may have ended before the state was seeded. */
  readonly ever?: { readonly count: number; readonly weight: bigint };
}

/** A public key of 48 bytes and its proof of possession of 96 bytes. */
interface BlsKey {
  readonly publicKey: string;
  readonly proofOfPossession: string;
}

/** A validator's or a delegator's stake. Times in Unix seconds, amounts in the staked asset. */
export interface Staker {
  /** The staking transaction and its place. A seeded stake has a placeholder, see `placesBelow`. */
  readonly txId: string;
  readonly created: Place;
  readonly kind: 'permissioned' | 'validator' | 'delegator';
  readonly nodeId: string;
  readonly subnetId: string;
  readonly start: number;
  readonly end: number;
  readonly weight: bigint;
  readonly potentialReward: bigint;
  /** This validator's accrued share of its delegators' rewards, paid when its stake ends. */
  readonly delegateeReward: bigint;
  /** Order among stakers with the same start. */
  readonly startPriority: number;
  /** Outputs returned at the end, and the number of the transaction's outputs before them. Empty if permissioned. */
  readonly stake: readonly Output[];
  readonly outputs: number;
  readonly rewardsOwner?: Owners;
  /** For a validator: owners of its share of delegators' rewards. */
  readonly delegationRewardsOwner?: Owners;
  /** The validator's share of delegators' rewards, in millionths; for a delegator, that of its validator. */
  readonly shares?: number;
  readonly blsKey?: BlsKey;
  /** Absent if there was never a delegation. */
  readonly delegations?: Delegations;
  readonly renewal?: AutoRenewal;
}

interface L1Owners {
  readonly threshold: number;
  readonly addresses: readonly string[];
}

/** An L1 validator, active or inactive (ACP-77). Removed ones are dropped from the state. */
export interface L1Validator extends Pick<BlsKey, 'publicKey'> {
  /** Absent if registered before the state was seeded. */
  readonly proofOfPossession?: string;
  readonly validationId: string;
  /** Place of its transaction; `index` among the validators of that transaction. */
  readonly created: Place & { readonly index: number };
  readonly subnetId: string;
  /** 20 bytes. */
  readonly nodeId: string;
  /** Unix seconds. */
  readonly start: number;
  readonly weight: bigint;
  readonly minNonce: bigint;
  /** Active until the chain's accrued fees reach this, nAVAX. 0: inactive. */
  readonly endAccruedFees: bigint;
  readonly remainingBalanceOwner: L1Owners;
  readonly deactivationOwner: L1Owners;
}

/** A subnet that rewards stakes in its own asset. */
interface ElasticSubnet {
  readonly reward: RewardConfig;
  readonly supply: bigint;
}

/** Conversion of a subnet to an L1 (ACP-77). */
interface L1Conversion {
  /** Absent if converted before the state was seeded. */
  readonly txId?: string;
  readonly managerChainId: string;
  /** Address of the manager contract on that chain, any bytes. */
  readonly managerAddress: string;
}

/**
 * Without a time: created before the state was seeded, and the place is a placeholder that keeps the order of lists.
 */
interface Created extends Place {
  /** Unix seconds. */
  readonly time?: number;
}

/** `subnetId` is also the ID of the transaction that created it. */
export interface Subnet {
  readonly subnetId: string;
  readonly created: Created;
  readonly owner: Pick<Owners, 'locktime' | 'threshold' | 'addresses'>;
  readonly conversion?: L1Conversion;
}

/**
 * The part of the P-Chain's state after a block that later blocks depend on. UTXOs are not part of it, as inputs carry
 * their amounts. Changed in place by `applyBlock`.
 */
export interface PChainState {
  height: number;
  blockId: string;
  /** Unix seconds. */
  time: number;
  /** nAVAX, including potential rewards. */
  supply: bigint;
  /** For the fee of L1 validators, see `validator-fee.ts`. In a seeded state, fees accrue from the seed on. */
  excess: bigint;
  accruedFees: bigint;
  readonly l1Validators: Map<string, L1Validator>;
  /** Validation IDs of L1 validators with a balance. */
  readonly active: Set<string>;
  /** By transaction. Used before Durango only. */
  readonly pending: Map<string, Staker>;
  readonly stakers: Map<string, Staker>;
  /** Transaction of each current validator, by `validatorKey`. */
  readonly validators: Map<string, string>;
  /** Transactions of current stakers that expire without a reward transaction. */
  readonly permissioned: Set<string>;
  readonly subnets: Map<string, Subnet>;
  readonly elastic: Map<string, ElasticSubnet>;
  /** Committed or aborted by the next block. */
  proposal?: Tx | undefined;
}
