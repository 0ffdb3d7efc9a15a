import { readWhole } from './codec/codec';
import { signedTx, type TxOf, type UnsignedTx } from './codec/tx';
import { noEffects } from './replay/effects';
import type { NetworkRules } from './replay/rules';
import { type GoingOn, type StakingTx, stakeFromSeed } from './replay/stakers';
import type { L1Validator, PChainState, Place, Staker, Subnet } from './replay/state';

/*
 * A seed is a node's state at its head, from which an index starts that does not start at block 0. It is stored as the
 * node reported it, so that later releases can rebuild their own state from it: no node can report it again.
 */

/** A current stake. Everything else about it comes from its transaction. */
export type ToldStake = Pick<Staker, 'txId' | 'nodeId' | 'subnetId'> & GoingOn;
export type ToldSubnet = Pick<Subnet, 'subnetId' | 'owner' | 'conversion'> & {
  /** The TransformSubnetTx that gave it its own asset, and the supply of that asset. */
  readonly transformation?: { readonly txId: string; readonly supply: bigint };
};
/** `blockchainId` is also the ID of the transaction that created it. IDs are 0x-prefixed hex. */
export interface ToldBlockchain {
  readonly blockchainId: string;
  readonly subnetId: string;
  readonly name: string;
  readonly vmId: string;
}
/** An L1 validator, with its remaining balance in nAVAX. */
export type ToldL1Validator = Omit<L1Validator, 'created' | 'proofOfPossession' | 'endAccruedFees'> & {
  readonly balance: bigint;
};

/** The state after block `height`, as the node reported it. */
export interface Seed extends Pick<PChainState, 'height' | 'blockId' | 'time' | 'supply' | 'excess'> {
  /** Excludes the primary network. */
  readonly subnets: readonly ToldSubnet[];
  readonly blockchains: readonly ToldBlockchain[];
  readonly stakes: readonly ToldStake[];
  readonly l1Validators: readonly ToldL1Validator[];
  /** Transactions of stakes and transformations by ID: 0x-prefixed hex, without the codec version. */
  readonly txs: ReadonlyMap<string, string>;
}

/** Longest time that a pre-Durango staker can be pending, seconds. Nodes do not report pending stakers. */
const LONGEST_WAIT = 14 * 86_400;

/** Why the state at a time (Unix seconds) cannot be rebuilt from a node's answers; undefined if it can. */
export function notSeedable({ upgrades }: Pick<NetworkRules, 'upgrades'>, genesisTime: number, time: number) {
  const { durango } = upgrades;
  if (durango <= genesisTime || time >= durango + LONGEST_WAIT) return undefined;
  return `starting at the head requires Durango to have been active for ${LONGEST_WAIT / 86_400} days: nodes do not report stakes that are still pending from before`;
}

/** Capacity of list keys for transactions per block. */
const PLACES_PER_BLOCK = 100_000;
/**
 * Placeholder places right below a seed's block, oldest first, for items older than the seed: their order is known, but
 * not their blocks.
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
 * The state after the block of a seed. Accrued fees start at 0 here, so each L1 validator's `endAccruedFees` equals its
 * balance; only the difference of the two matters.
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
    ([reported, place]) => [reported, place, seededTx(seed, reported.txId, isStaking)] as const,
  );
  // Validators first: a delegator needs its validator.
  for (const isDelegation of [false, true])
    for (const [{ txId, nodeId: _node, subnetId: _subnet, ...reported }, place, tx] of stakes)
      if (isDelegator(tx) === isDelegation) stakeFromSeed({ state, effects: noEffects(), txId, place }, tx, reported);
  for (const [{ balance, ...reported }, place] of placed(height, byStart(byId(seed.l1Validators, 'validationId')))) {
    state.l1Validators.set(reported.validationId, {
      ...reported,
      created: { ...place, index: 0 },
      endAccruedFees: balance,
    });
    if (balance > 0n) state.active.add(reported.validationId);
  }
  return state;
}

/**
 * Splits blockchains into those of subnets, with places, and those of the primary network, which are in the genesis.
 */
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

function seededTx<T extends UnsignedTx>({ txs }: Pick<Seed, 'txs'>, txId: string, is: (tx: UnsignedTx) => tx is T): T {
  const unsigned = readWhole(signedTx, (txs.get(txId) ?? '').slice(2)).unsigned;
  if (is(unsigned)) return unsigned;
  throw new Error(`unexpected transaction type in the seed: ${txId} is ${unsigned.type}`);
}

const isStaking = (tx: UnsignedTx): tx is StakingTx => 'validator' in tx || tx.type === 'AddAutoRenewedValidatorTx';
const isDelegator = ({ type }: StakingTx): boolean =>
  type === 'AddDelegatorTx' || type === 'AddPermissionlessDelegatorTx';
const isTransformation = (tx: UnsignedTx): tx is TxOf<'TransformSubnetTx'> => tx.type === 'TransformSubnetTx';
