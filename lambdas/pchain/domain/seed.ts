import { readWhole } from './codec/codec';
import { signedTx, type TxOf, type UnsignedTx } from './codec/tx';
import { noEffects } from './replay/effects';
import type { NetworkRules } from './replay/rules';
import { type GoingOn, type StakingTx, stakeFromSeed } from './replay/stakers';
import type { L1Validator, PChainState, Place, Staker, Subnet } from './replay/state';

/*
 * What a node tells of its head, and the state that follows from it: where an index begins that does not begin with block
 * 0. Kept as it was told, so that a later version of the service can make its state of it, which no node tells again.
 */

/** A stake that goes on. What else a state has of it, its transaction says. */
export type ToldStake = Pick<Staker, 'txId' | 'nodeId' | 'subnetId'> & GoingOn;
/** A subnet. */
export type ToldSubnet = Pick<Subnet, 'subnetId' | 'owner' | 'conversion'> & {
  /** The transaction that gave it an asset of its own, and the supply of that. */
  readonly transformation?: { readonly txId: string; readonly supply: bigint };
};
/** A blockchain: its id is that of the transaction that created it. Ids are 0x and digits. */
export interface ToldBlockchain {
  readonly blockchainId: string;
  readonly subnetId: string;
  readonly name: string;
  readonly vmId: string;
}
/** A validator of an L1, with what is left of its balance in nAVAX. */
export type ToldL1Validator = Omit<L1Validator, 'created' | 'proofOfPossession' | 'endAccruedFees'> & {
  readonly balance: bigint;
};

/** What a node tells of the state after a block. */
export interface Seed extends Pick<PChainState, 'height' | 'blockId' | 'time' | 'supply' | 'excess'> {
  /** Without the primary network. */
  readonly subnets: readonly ToldSubnet[];
  readonly blockchains: readonly ToldBlockchain[];
  readonly stakes: readonly ToldStake[];
  readonly l1Validators: readonly ToldL1Validator[];
  /** The bytes of the transactions of stakes and transformations, by id: 0x and digits, without the version of the codec. */
  readonly txs: ReadonlyMap<string, string>;
}

/** Stakers of before Durango wait for their start at most so long, seconds; no node tells who waits. */
const LONGEST_WAIT = 14 * 86_400;

/** Why no state follows from what a node tells at a time (Unix seconds) of such a network; undefined if one does. */
export function notSeedable({ upgrades }: Pick<NetworkRules, 'upgrades'>, genesisTime: number, time: number) {
  const { durango } = upgrades;
  if (durango <= genesisTime || time >= durango + LONGEST_WAIT) return undefined;
  return `a start at the head needs a network that has had Durango for ${LONGEST_WAIT / 86_400} days: before, its node does not tell who waits for the start of a stake`;
}

/** What keys of lists have for the transactions of a block. */
const PLACES_PER_BLOCK = 100_000;
/**
 * Places for things that are older than a seed, oldest first, right below its block: which block each is of is not known,
 * only their order.
 */
export const placesBelow = (height: number, count: number): Place[] =>
  Array.from({ length: count }, (_, i) => {
    const back = count - 1 - i;
    return {
      block: height - 1 - Math.floor(back / PLACES_PER_BLOCK),
      tx: PLACES_PER_BLOCK - 1 - (back % PLACES_PER_BLOCK),
    };
  });

/**
 * The state after the block of a seed. Fees of L1 validators accrue from here on, so that the end of each is its balance:
 * only the difference of the two is ever used.
 */
export function seedState(seed: Seed, { reward: { mintingPeriod } }: Pick<NetworkRules, 'reward'>): PChainState {
  const { height, blockId, time, supply, excess } = seed;
  const state: PChainState = {
    height,
    blockId,
    time,
    supply,
    excess,
    accruedFees: 0n,
    l1Validators: new Map(),
    active: new Set(),
    pending: new Map(),
    stakers: new Map(),
    elastic: new Map(),
    validators: new Map(),
    permissioned: new Set(),
    subnets: new Map(),
  };
  for (const [{ transformation, ...subnet }, created] of placed(height, byId(seed.subnets, 'subnetId'))) {
    state.subnets.set(subnet.subnetId, { ...subnet, created });
    if (!transformation) continue;
    const tx = seededTx(seed, transformation.txId, isTransformation);
    const { minConsumptionRate, maxConsumptionRate, maximumSupply: supplyCap } = tx;
    const config = { minConsumptionRate, maxConsumptionRate, mintingPeriod, supplyCap };
    state.elastic.set(subnet.subnetId, { reward: config, supply: transformation.supply });
  }
  const stakes = placed(height, byStart(byId(seed.stakes, 'txId'))).map(
    ([told, place]) => [told, place, seededTx(seed, told.txId, isStaking)] as const,
  );
  // A delegator needs its validator.
  for (const isDelegation of [false, true])
    for (const [{ txId, nodeId: _node, subnetId: _subnet, ...told }, place, tx] of stakes)
      if (isDelegator(tx) === isDelegation) stakeFromSeed({ state, effects: noEffects(), txId, place }, tx, told);
  for (const [{ balance, ...told }, place] of placed(height, byStart(byId(seed.l1Validators, 'validationId')))) {
    state.l1Validators.set(told.validationId, { ...told, created: { ...place, index: 0 }, endAccruedFees: balance });
    if (balance > 0n) state.active.add(told.validationId);
  }
  return state;
}

/** The blockchains of subnets with their places, and those of the primary network, which are of the genesis. */
export function placedBlockchains({ height, blockchains }: Seed, isPrimary: (one: ToldBlockchain) => boolean) {
  const ofSubnets = blockchains.filter((one) => !isPrimary(one));
  return {
    genesis: blockchains.filter(isPrimary),
    ofSubnets: placed(height, byId(ofSubnets, 'blockchainId')),
  };
}

const placed = <T>(height: number, some: readonly T[]): (readonly [T, Place])[] => {
  const places = placesBelow(height, some.length);
  return some.flatMap((one, i) => (places[i] ? [[one, places[i]] as const] : []));
};
const byId = <K extends string, T extends Readonly<Record<K, string>>>(some: readonly T[], id: K): T[] =>
  some.toSorted((a, b) => (a[id] < b[id] ? -1 : 1));
const byStart = <T extends { readonly start: number }>(some: readonly T[]): T[] =>
  some.toSorted((a, b) => a.start - b.start);

/** A transaction of a seed. */
function seededTx<T extends UnsignedTx>({ txs }: Pick<Seed, 'txs'>, txId: string, is: (tx: UnsignedTx) => tx is T): T {
  const unsigned = readWhole(signedTx, (txs.get(txId) ?? '').slice(2)).unsigned;
  if (is(unsigned)) return unsigned;
  throw new Error(`the seed has ${txId} as a ${unsigned.type}`);
}

const isStaking = (tx: UnsignedTx): tx is StakingTx => 'validator' in tx || tx.type === 'AddAutoRenewedValidatorTx';
const isDelegator = ({ type }: StakingTx): boolean =>
  type === 'AddDelegatorTx' || type === 'AddPermissionlessDelegatorTx';
const isTransformation = (tx: UnsignedTx): tx is TxOf<'TransformSubnetTx'> => tx.type === 'TransformSubnetTx';
