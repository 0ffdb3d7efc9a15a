import type { Tx } from '../codec/block';
import type { Output, Owners } from '../codec/parts';
import type { RewardConfig } from './reward';

/** The id of the primary network: its subnet is none. */
export const PRIMARY_NETWORK = `0x${'00'.repeat(32)}`;

/** A transaction's place in the chain. */
export interface Place {
  readonly block: number;
  /** In the block. */
  readonly tx: number;
}

/** The current cycle of a validator that renews its own stake. */
interface AutoRenewedCycle {
  /** Its number, from 1. */
  readonly index: number;
  /** Delegations that began before it, all of which have ended: none outlasts the cycle that it began in. */
  readonly earlier: { readonly count: number; readonly weight: bigint };
}

/** A validator that renews its own stake (ACP-236). Amounts in nAVAX. */
export interface AutoRenewal {
  /** Of a reward that is staked again, millionths. */
  readonly compoundShares: number;
  /** Seconds of the next cycle; 0 ends it. */
  readonly nextPeriod: bigint;
  /** What of its rewards was staked again; both absent where that was before the state was seeded. */
  readonly accruedValidationReward?: bigint;
  readonly accruedDelegateeReward?: bigint;
  /** Absent where earlier cycles are not known: in a seeded state, and in one that an earlier release has stored. */
  readonly cycle?: AutoRenewedCycle;
}

/** What delegators stake with a validator. Amounts in the staked asset. */
export interface Delegations {
  readonly count: number;
  readonly weight: bigint;
  /** What the validator gets of their rewards, if those are earned. */
  readonly promised: bigint;
  /** Those whose stakes have ended included; absent where some may have before the state was seeded. */
  readonly ever?: { readonly count: number; readonly weight: bigint };
}

/** The BLS key of a validator: 48 bytes, and the proof of 96 that its holder has the secret key. */
interface BlsKey {
  readonly publicKey: string;
  readonly proofOfPossession: string;
}

/** A stake in a network: of a validator, or of a delegator to one. Times in Unix seconds, amounts in the staked asset. */
export interface Staker {
  /** The transaction that staked, and its place; of a seeded stake, see `seed.ts`. */
  readonly txId: string;
  readonly created: Place;
  readonly kind: 'permissioned' | 'validator' | 'delegator';
  readonly nodeId: string;
  readonly subnetId: string;
  readonly start: number;
  readonly end: number;
  readonly weight: bigint;
  readonly potentialReward: bigint;
  /** What delegators have earned for this validator, paid at its end. */
  readonly delegateeReward: bigint;
  /** Order among stakers that start at the same moment. */
  readonly startPriority: number;
  /** What is paid back at the end, and how many outputs the transaction has before it. None if permissioned. */
  readonly stake: readonly Output[];
  readonly outputs: number;
  readonly rewardsOwner?: Owners;
  /** Of a validator: who gets its share of delegators' rewards. */
  readonly delegationRewardsOwner?: Owners;
  /** What the validator gets of delegators' rewards, millionths; of a delegator: what its own validator gets. */
  readonly shares?: number;
  readonly blsKey?: BlsKey;
  /** Absent if nobody has ever delegated to it. */
  readonly delegations?: Delegations;
  readonly renewal?: AutoRenewal;
}

/** Owners of what is left of an L1 validator's balance. */
interface L1Owners {
  readonly threshold: number;
  readonly addresses: readonly string[];
}

/** A validator of an L1 (ACP-77). Removed ones are not kept. */
export interface L1Validator extends Pick<BlsKey, 'publicKey'> {
  /** Absent where it was registered before the state was seeded. */
  readonly proofOfPossession?: string;
  readonly validationId: string;
  /** The place of its transaction, and its own among the validators of that. */
  readonly created: Place & { readonly index: number };
  readonly subnetId: string;
  /** 20 bytes. */
  readonly nodeId: string;
  /** Unix seconds. */
  readonly start: number;
  readonly weight: bigint;
  readonly minNonce: bigint;
  /** It is active until the accrued fees reach this, nAVAX; 0: inactive. */
  readonly endAccruedFees: bigint;
  readonly remainingBalanceOwner: L1Owners;
  readonly deactivationOwner: L1Owners;
}

/** A subnet whose stakes are rewarded in an asset of its own. */
interface ElasticSubnet {
  readonly reward: RewardConfig;
  readonly supply: bigint;
}

/** What became a subnet of validators of its own (ACP-77). */
interface L1Conversion {
  /** Absent where that was before the state was seeded. */
  readonly txId?: string;
  readonly managerChainId: string;
  /** The manager's contract there, any bytes. */
  readonly managerAddress: string;
}

/** Where something was created. Without a time: before the state was seeded, and the place only says the order in lists. */
interface Created extends Place {
  /** Unix seconds. */
  readonly time?: number;
}

/** A subnet, by the transaction that created it. */
export interface Subnet {
  readonly subnetId: string;
  readonly created: Created;
  readonly owner: Pick<Owners, 'locktime' | 'threshold' | 'addresses'>;
  readonly conversion?: L1Conversion;
}

/**
 * The state of the P-chain after a block, as far as later blocks depend on it. Outputs are not part of it: a transaction
 * says itself what it spends. Changed in place by `applyBlock`.
 */
export interface PChainState {
  height: number;
  blockId: string;
  /** Unix seconds. */
  time: number;
  /** nAVAX, with the rewards that are promised. */
  supply: bigint;
  /** The fee of L1 validators: see `validator-fee.ts`. Of a seeded state, fees accrue from the seed on. */
  excess: bigint;
  accruedFees: bigint;
  readonly l1Validators: Map<string, L1Validator>;
  /** The validation ids of those with a balance. */
  readonly active: Set<string>;
  /** By transaction. Before Durango stakers waited for their start. */
  readonly pending: Map<string, Staker>;
  readonly stakers: Map<string, Staker>;
  /** The transaction of each current validator, by `validatorKey`. */
  readonly validators: Map<string, string>;
  /** The stakers that end without a transaction. */
  readonly permissioned: Set<string>;
  readonly subnets: Map<string, Subnet>;
  readonly elastic: Map<string, ElasticSubnet>;
  /** What the next block commits or aborts. */
  proposal?: Tx | undefined;
}
