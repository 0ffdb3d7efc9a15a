import type { Tx } from '../codec/block';
import type { Output, Owners } from '../codec/parts';
import type { RewardConfig } from './reward';

export const PRIMARY_NETWORK = `0x${'00'.repeat(32)}`;

export interface Place {
  readonly block: number;
  readonly tx: number;
}

interface AutoRenewedCycle {
  /** From 1. */
  readonly index: number;
  /** Of earlier cycles. All have ended: a delegation cannot outlast its cycle. */
  readonly earlier: { readonly count: number; readonly weight: bigint };
}

/** ACP-236. */
export interface AutoRenewal {
  /** Share of rewards to restake, in millionths. */
  readonly compoundShares: number;
  /** Seconds; 0 stops the renewal. */
  readonly nextPeriod: bigint;
  /** Restaked rewards; both absent if some were restaked before the state was seeded. */
  readonly accruedValidationReward?: bigint;
  readonly accruedDelegateeReward?: bigint;
  /** Absent if earlier cycles are unknown: in a state seeded, or stored by an earlier release. */
  readonly cycle?: AutoRenewedCycle;
}

export interface Delegations {
  readonly count: number;
  readonly weight: bigint;
  readonly promised: bigint;
  /** Includes ended delegations; absent if some may have ended before the state was seeded. */
  readonly ever?: { readonly count: number; readonly weight: bigint };
}

interface BlsKey {
  readonly publicKey: string;
  readonly proofOfPossession: string;
}

export interface Staker {
  /** A seeded stake has a placeholder place, see `placesBelow`. */
  readonly txId: string;
  readonly created: Place;
  readonly kind: 'permissioned' | 'validator' | 'delegator';
  readonly nodeId: string;
  readonly subnetId: string;
  readonly start: number;
  readonly end: number;
  readonly weight: bigint;
  readonly potentialReward: bigint;
  /** Share of its delegators' rewards, paid when its own stake ends. */
  readonly delegateeReward: bigint;
  readonly startPriority: number;
  /** Outputs returned at the end, and the number of the transaction's outputs before them. */
  readonly stake: readonly Output[];
  readonly outputs: number;
  readonly rewardsOwner?: Owners;
  readonly delegationRewardsOwner?: Owners;
  /** Of delegators' rewards, in millionths; a delegator has its validator's. */
  readonly shares?: number;
  readonly blsKey?: BlsKey;
  /** Absent if there was never a delegation. */
  readonly delegations?: Delegations;
  readonly renewal?: AutoRenewal;
}

export interface PaidFees {
  readonly nodeId: string;
  readonly subnetId: string;
  /** nAVAX. */
  readonly fees: bigint;
}

/** Paid by L1 validators in the blocks of one day. */
interface DayFees {
  /** Start of the day, Unix seconds. */
  readonly day: number;
  /** By validation id. */
  readonly paid: Map<string, PaidFees>;
}

interface L1Owners {
  readonly threshold: number;
  readonly addresses: readonly string[];
}

/** Active or inactive (ACP-77). Removed validators are dropped from the state. */
export interface L1Validator extends Pick<BlsKey, 'publicKey'> {
  /** Absent if registered before the state was seeded. */
  readonly proofOfPossession?: string;
  readonly validationId: string;
  readonly created: Place & { readonly index: number };
  readonly subnetId: string;
  readonly nodeId: string;
  readonly start: number;
  readonly weight: bigint;
  readonly minNonce: bigint;
  /** Active until the chain's accrued fees reach this. 0: inactive. */
  readonly endAccruedFees: bigint;
  readonly remainingBalanceOwner: L1Owners;
  readonly deactivationOwner: L1Owners;
}

interface ElasticSubnet {
  readonly reward: RewardConfig;
  readonly supply: bigint;
}

interface L1Conversion {
  /** Absent if converted before the state was seeded. */
  readonly txId?: string;
  readonly managerChainId: string;
  readonly managerAddress: string;
}

/** Without a time: older than the seed, with a placeholder that keeps the order of lists. */
interface Created extends Place {
  readonly time?: number;
}

/** `subnetId` is also the ID of the transaction that created it. */
export interface Subnet {
  readonly subnetId: string;
  readonly created: Created;
  readonly owner: Pick<Owners, 'locktime' | 'threshold' | 'addresses'>;
  readonly conversion?: L1Conversion;
}

/** Without UTXOs, as inputs carry their amounts. Changed in place by `applyBlock`. */
export interface PChainState {
  height: number;
  blockId: string;
  time: number;
  /** Includes potential rewards. */
  supply: bigint;
  /** See `validator-fee.ts`. In a seeded state, fees accrue from the seed on. */
  excess: bigint;
  accruedFees: bigint;
  /** Fees of the day so far; absent in a state that is older than this count. */
  fees?: DayFees | undefined;
  readonly l1Validators: Map<string, L1Validator>;
  readonly active: Set<string>;
  /** By transaction. Used before Durango only. */
  readonly pending: Map<string, Staker>;
  readonly stakers: Map<string, Staker>;
  readonly validators: Map<string, string>;
  /** Transactions of current stakers that expire without a reward transaction. */
  readonly permissioned: Set<string>;
  readonly subnets: Map<string, Subnet>;
  readonly elastic: Map<string, ElasticSubnet>;
  proposal?: Tx | undefined;
}
