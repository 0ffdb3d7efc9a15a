import { readWhole } from './codec/codec';
import { signedTx, type TxOf, type UnsignedTx } from './codec/tx';
import { noEffects } from './replay/effects';
import type { NetworkRules } from './replay/rules';
import { type GoingOn, type StakingTx, stakeFromSeed } from './replay/stakers';
import type { L1Validator, PChainState, Place, Staker, Subnet } from './replay/state';

// A node's state at its head, for an index that does not start at block 0. Stored as reported, for
// later releases to rebuild their state from it: no node can report it again.

export type NodeStake = Pick<Staker, 'txId' | 'nodeId' | 'subnetId'> & GoingOn;
export type NodeSubnet = Pick<Subnet, 'subnetId' | 'owner' | 'conversion'> & {
  /** The TransformSubnetTx that gave it its own asset, and the supply of that asset. */
  readonly transformation?: { readonly txId: string; readonly supply: bigint };
};
/** `blockchainId` is also the ID of the transaction that created it. */
export interface NodeBlockchain {
  readonly blockchainId: string;
  readonly subnetId: string;
  readonly name: string;
  readonly vmId: string;
}
export type NodeL1Validator = Omit<L1Validator, 'created' | 'proofOfPossession' | 'endAccruedFees'> & {
  readonly balance: bigint;
};

export interface Seed extends Pick<PChainState, 'height' | 'blockId' | 'time' | 'supply' | 'excess'> {
  readonly subnets: readonly NodeSubnet[];
  readonly blockchains: readonly NodeBlockchain[];
  readonly stakes: readonly NodeStake[];
  readonly l1Validators: readonly NodeL1Validator[];
  /** By ID; without the codec version. */
  readonly txs: ReadonlyMap<string, string>;
}

/** Longest pending time before Durango, seconds. Nodes do not report pending stakers. */
const LONGEST_WAIT = 14 * 86_400;

/** undefined if the state can be rebuilt from a node's answers. */
export function notSeedable({ upgrades }: Pick<NetworkRules, 'upgrades'>, genesisTime: number, time: number) {
  const { durango } = upgrades;
  if (durango <= genesisTime || time >= durango + LONGEST_WAIT) return undefined;
  return `starting at the head requires Durango to have been active for ${LONGEST_WAIT / 86_400} days: nodes do not report stakes that are still pending from before`;
}

const PLACES_PER_BLOCK = 100_000;
/** Right below a seed's block, oldest first: the blocks of older items are unknown. */
export const placesBelow = (height: number, count: number): Place[] =>
  Array.from({ length: count }, (_, i) => {
    const back = count - 1 - i;
    return {
      block: height - 1 - Math.floor(back / PLACES_PER_BLOCK),
      tx: PLACES_PER_BLOCK - 1 - (back % PLACES_PER_BLOCK),
    };
  });

/** Accrued fees start at 0: only the difference from `endAccruedFees` matters. */
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

/** Blockchains of the primary network are in the genesis, and have no places. */
export function placedBlockchains({ height, blockchains }: Seed, isPrimary: (one: NodeBlockchain) => boolean) {
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
