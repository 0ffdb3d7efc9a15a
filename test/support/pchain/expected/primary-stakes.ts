import { must } from './json';
import { type Network, P_CHAIN, type PlacedTx } from './network';
import type { NodeTx, Owner, UnsignedTx } from './node-types';
import { endedStake } from './rewards';
import { getStake, percent, rewardOwners, toPeriod } from './staking';

export type PrimaryStake = {
  txId: string;
  nodeId: string;
  kind: 'validator' | 'delegator';
  unsignedTx: UnsignedTx;
  tx?: PlacedTx;
};

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

export type StakeTerms = { amountStaked: string; startTimestamp: number; endTimestamp: number };

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
    // Renewing validators have an authority instead of an end.
    if (!isPrimary || !(validator || 'validatorAuthority' in tx.unsignedTx)) return [];
    const kind = getShare(tx.unsignedTx) === undefined ? 'delegator' : 'validator';
    const nodeId = must(getStake(network, tx).nodeId, `the node of ${tx.id}`);
    return [{ txId: tx.id, nodeId, kind, unsignedTx: tx.unsignedTx, tx }];
  });
  return [...genesis, ...made];
}

const getShare = ({ shares, delegationShares }: UnsignedTx): string | undefined => shares ?? delegationShares;

export const getValidator = (network: Network, { nodeId }: PrimaryStake, height: number): PrimaryStake =>
  must(
    primaryStakes(network).find(
      (one) => one.kind === 'validator' && one.nodeId === nodeId && listed(network, one, height),
    ),
    `the validator of ${nodeId} at ${height}`,
  );

/** Delegation fee of the stake's validator, percent with four decimals. */
export function getFee(network: Network, { txId, nodeId }: PrimaryStake): string {
  const all = primaryStakes(network);
  const before = all.slice(
    0,
    all.findIndex((one) => one.txId === txId),
  );
  const validator = before.findLast((one) => one.kind === 'validator' && one.nodeId === nodeId);
  return percent(must(validator && getShare(validator.unsignedTx), `the validator of ${txId}`));
}

const listedOfNode = (network: Network, nodeId: string, height: number): Listed[] =>
  network.find<Answer>('platform.getCurrentValidators', { nodeIDs: [nodeId] }, height)?.validators ?? [];

export const listed = (network: Network, { txId, nodeId }: PrimaryStake, height: number): Listed | undefined =>
  listedOfNode(network, nodeId, height)
    .flatMap((one) => [one, ...(one.delegators ?? [])])
    .find(({ txID }) => txID === txId);

export function lastListed(network: Network, stake: PrimaryStake, height = network.last): Listed | undefined {
  const answers = network.recording.of(`platform.getCurrentValidators ${JSON.stringify({ nodeIDs: [stake.nodeId] })}`);
  const last = answers.findLast((one) => one.height <= height && 'text' in one && one.text.includes(`"${stake.txId}"`));
  return last && listed(network, stake, last.height);
}

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

export const getEnds = (network: Network, { txId }: PrimaryStake, height = network.last): PlacedTx[] =>
  network.txs.filter((tx) => Number(tx.block.height) <= height && endedStake(tx) === txId);

/** Undefined before it was made. Throws if the state of that height was not recorded. */
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

/** Unix seconds. */
export const timeAt = (network: Network, height: number): number =>
  network.getTime(
    must(
      network.blocks.find((block) => Number(block.height) === height),
      `block ${height}`,
    ),
  );

/** `fee`: owner of a validator's share of its delegators' rewards. */
export function getOwners({ unsignedTx }: PrimaryStake): { own: Owner; fee: Owner } {
  const [own, fee = own] = rewardOwners(unsignedTx);
  return { own: must(own, 'an owner'), fee: must(fee, 'an owner') };
}

/** The validator's share is rounded up. `fee`: percent with four decimals. */
export const withoutFee = (reward: bigint, fee: string): bigint =>
  (reward * (1_000_000n - BigInt(fee.replace('.', '')))) / 1_000_000n;
