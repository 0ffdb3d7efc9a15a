import { nodeIdText, withoutChain } from './bytes';
import { known } from './json';
import type { Network, PlacedTx } from './network';
import type { Owner, UnsignedTx } from './node-types';

/** Unix seconds. */
export type StakePeriod = { startTimestamp?: number; endTimestamp?: number };

export type ExpectedStake = StakePeriod & {
  nodeId?: string;
  /** In percent, with four decimals. */
  delegationFeePercent?: string;
  rewardAddresses?: string[];
  blsCredentials?: { publicKey: string; proofOfPossession: string };
};

/** Since Durango, a stake begins with its block. An auto-renewed validator has no end, only cycles. */
export function toPeriod(network: Network, { unsignedTx, time }: PlacedTx): StakePeriod {
  const { validator } = unsignedTx;
  if (!validator) return 'validatorAuthority' in unsignedTx ? { startTimestamp: time } : {};
  const isBefore = time < network.upgradeTime('durangoTime');
  return { startTimestamp: isBefore ? Number(validator.start) : time, endTimestamp: Number(validator.end) };
}

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

/** Own reward first, then the validator's share of delegation rewards. */
export const rewardOwners = (tx: UnsignedTx): Owner[] =>
  [tx.rewardsOwner, tx.validationRewardsOwner, tx.delegationRewardsOwner].filter((owner) => owner !== undefined);

export function percent(millionths: string): string {
  const digits = millionths.padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
