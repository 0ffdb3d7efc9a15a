import { nodeIdText, withoutChain } from './bytes';
import { known } from './json';
import type { Network, PlacedTx } from './network';
import type { Owner, UnsignedTx } from './node-types';

/** From when to when something is staked, in Unix seconds. */
export type StakePeriod = { startTimestamp?: number; endTimestamp?: number };

/** What is certain of a transaction that stakes. */
export type ExpectedStake = StakePeriod & {
  nodeId?: string;
  /** In percent, with four decimals. */
  delegationFeePercent?: string;
  /** Of a validator, who gets the reward of its own stake. */
  rewardAddresses?: string[];
  blsCredentials?: { publicKey: string; proofOfPossession: string };
};

/**
 * When a stake begins and ends. Since Durango it begins with its block, and what the transaction says of it counts no more.
 * The end of a validator that renews itself is that of a cycle: left out.
 */
export function toPeriod(network: Network, { unsignedTx, time }: PlacedTx): StakePeriod {
  const { validator } = unsignedTx;
  if (!validator) return 'validatorAuthority' in unsignedTx ? { startTimestamp: time } : {};
  const isBefore = time < network.upgradeTime('durangoTime');
  return { startTimestamp: isBefore ? Number(validator.start) : time, endTimestamp: Number(validator.end) };
}

/** What a transaction says of the stake that it begins, and of the validator that it ends. */
export function getStake(network: Network, tx: PlacedTx): ExpectedStake {
  const { validator, nodeID, shares, delegationShares, signer = {} } = tx.unsignedTx;
  const [owner] = rewardOwners(tx.unsignedTx);
  const fee = shares ?? delegationShares;
  const { publicKey, proofOfPossession } = signer;
  return known<ExpectedStake>({
    ...toPeriod(network, tx),
    nodeId: validator?.nodeID ?? (nodeID?.startsWith('0x') ? nodeIdText(nodeID) : nodeID),
    delegationFeePercent: fee === undefined ? undefined : percent(fee),
    rewardAddresses: owner?.addresses.map(withoutChain),
    blsCredentials: publicKey && proofOfPossession ? { publicKey, proofOfPossession } : undefined,
  });
}

/** Who gets the rewards of a stake: of its own first, then of a validator's share of what its delegators get. */
export const rewardOwners = (tx: UnsignedTx): Owner[] =>
  [tx.rewardsOwner, tx.validationRewardsOwner, tx.delegationRewardsOwner].filter((owner) => owner !== undefined);

/** Millionths as percent. */
export function percent(millionths: string): string {
  const digits = millionths.padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
