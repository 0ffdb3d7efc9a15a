import { must } from './json';
import { type Network, P_CHAIN, type PlacedTx } from './network';
import type { NodeTx, Owner, UnsignedTx } from './node-types';
import { endedStake } from './rewards';
import { getStake, percent, rewardOwners, toPeriod } from './staking';

/** A stake of the primary network. */
export type PrimaryStake = {
  txId: string;
  nodeId: string;
  kind: 'validator' | 'delegator';
  unsignedTx: UnsignedTx;
  /** Absent of a stake of the genesis. */
  tx?: PlacedTx;
};

/** A stake as the node lists it: only a validator has a share of others' rewards, and only it lists its delegators. */
type Listed = {
  txID: string;
  startTime: string;
  endTime: string;
  weight: string;
  potentialReward: string;
  accruedDelegateeReward?: string;
  delegationFee?: string;
  nextPeriod?: string;
  autoCompoundRewardShares?: string;
  delegators?: Listed[];
};

type Answer = { validators: Listed[] };

/** What never changes of a stake, or of a cycle of one that renews itself. */
export type StakeTerms = { amountStaked: string; startTimestamp: number; endTimestamp: number };

/** All stakes of the primary network, those of the genesis first, then in the order of the chain. */
export function primaryStakes(network: Network): PrimaryStake[] {
  const { validators } = network.answer<{ validators: { txID: string; nodeID: string }[] }>(
    'platform.getCurrentValidators',
    {},
    0,
  );
  const genesis = validators.map(({ txID, nodeID }): PrimaryStake => {
    const { unsignedTx } = network.answer<{ tx: NodeTx }>('platform.getTx', { encoding: 'json', txID }).tx;
    return { txId: txID, nodeId: nodeID, kind: 'validator', unsignedTx };
  });
  const made = network.txs.flatMap((tx): PrimaryStake[] => {
    const { validator, subnetID = P_CHAIN } = tx.unsignedTx;
    const isPrimary = !validator?.subnetID && subnetID === P_CHAIN;
    // One that renews itself has no end, and names who may change that.
    if (!isPrimary || !(validator || 'validatorAuthority' in tx.unsignedTx)) return [];
    const kind = getShare(tx.unsignedTx) === undefined ? 'delegator' : 'validator';
    const nodeId = must(getStake(network, tx).nodeId, `the node of ${tx.id}`);
    return [{ txId: tx.id, nodeId, kind, unsignedTx: tx.unsignedTx, tx }];
  });
  return [...genesis, ...made];
}

const getShare = ({ shares, delegationShares }: UnsignedTx): string | undefined => shares ?? delegationShares;

/** The validator that the node of a stake has at a height. @throws Error when the node lists none. */
export const getValidator = (network: Network, { nodeId }: PrimaryStake, height: number): PrimaryStake =>
  must(
    primaryStakes(network).find(
      (one) => one.kind === 'validator' && one.nodeId === nodeId && listed(network, one, height),
    ),
    `the validator of ${nodeId} at ${height}`,
  );

/** What the validator of a node that a stake is with gets of its delegators' rewards, percent with four decimals. */
export function getFee(network: Network, { txId, nodeId }: PrimaryStake): string {
  const all = primaryStakes(network);
  const before = all.slice(
    0,
    all.findIndex((one) => one.txId === txId),
  );
  const validator = before.findLast((one) => one.kind === 'validator' && one.nodeId === nodeId);
  return percent(must(validator && getShare(validator.unsignedTx), `the validator of ${txId}`));
}

/** What the node lists of a node with its delegators after the block at a height. */
const listedOfNode = (network: Network, nodeId: string, height: number): Listed[] =>
  network.find<Answer>('platform.getCurrentValidators', { nodeIDs: [nodeId] }, height)?.validators ?? [];

/** The stake as the node lists it after the block at a height; undefined where it does not. */
export const listed = (network: Network, { txId, nodeId }: PrimaryStake, height: number): Listed | undefined =>
  listedOfNode(network, nodeId, height)
    .flatMap((one) => [one, ...(one.delegators ?? [])])
    .find(({ txID }) => txID === txId);

/** The same as the node last listed it, up to a height. */
export function lastListed(network: Network, stake: PrimaryStake, height = network.last): Listed | undefined {
  const answers = network.recording.of(`platform.getCurrentValidators ${JSON.stringify({ nodeIDs: [stake.nodeId] })}`);
  const last = answers.findLast((one) => one.height <= height && 'text' in one && one.text.includes(`"${stake.txId}"`));
  return last && listed(network, stake, last.height);
}

/** What a stake is up to a height: of a stake that renews itself its last cycle until there. */
export function getTerms(network: Network, stake: PrimaryStake, height?: number): StakeTerms {
  const last = lastListed(network, stake, height);
  if (last)
    return {
      ...{ amountStaked: last.weight, startTimestamp: Number(last.startTime), endTimestamp: Number(last.endTime) },
    };
  const tx = must(stake.tx, `the transaction ${stake.txId}`);
  const { startTimestamp, endTimestamp } = toPeriod(network, tx);
  return {
    amountStaked: must(tx.unsignedTx.validator?.weight, 'a weight'),
    ...{ startTimestamp: must(startTimestamp, 'a start'), endTimestamp: must(endTimestamp, 'an end') },
  };
}

/** The transactions that ended a stake or its cycles up to a height. */
export const getEnds = (network: Network, { txId }: PrimaryStake, height = network.last): PlacedTx[] =>
  network.txs.filter((tx) => Number(tx.block.height) <= height && endedStake(tx) === txId);

/**
 * How far a stake is after the block at a height; undefined before it was made.
 * @throws Error when the state of that height was not recorded.
 */
export function getStatus(
  network: Network,
  stake: PrimaryStake,
  height: number,
): 'pending' | 'active' | 'completed' | undefined {
  if (!network.hasState(height)) throw new Error(`the state at ${height} was not recorded`);
  if (stake.tx && Number(stake.tx.block.height) > height) return undefined;
  if (listed(network, stake, height)) return 'active';
  return getEnds(network, stake, height).length > 0 ? 'completed' : 'pending';
}

/** The time of the chain after the block at a height, Unix seconds. */
export const timeAt = (network: Network, height: number): number =>
  network.getTime(
    must(
      network.blocks.find((block) => Number(block.height) === height),
      `block ${height}`,
    ),
  );

/** Owners of a stake's rewards: of its own first, then of a validator's share of its delegators' rewards. */
export function getOwners({ unsignedTx }: PrimaryStake): { own: Owner; fee: Owner } {
  const [own, fee = own] = rewardOwners(unsignedTx);
  return { own: must(own, 'an owner'), fee: must(fee, 'an owner') };
}

/** What a reward leaves to a delegator: its validator's share is rounded up. `fee`: percent with four decimals. */
export const withoutFee = (reward: bigint, fee: string): bigint =>
  (reward * (1_000_000n - BigInt(fee.replace('.', '')))) / 1_000_000n;
