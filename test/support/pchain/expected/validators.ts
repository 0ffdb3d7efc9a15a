import type { Recording } from '../../../../demo/p-chain/recording';
import { toDigits, withoutChain } from './bytes';
import { type ExpectedAutoRenew, expectedAutoRenew } from './cycles';
import { exactJson, must } from './json';
import { getNetwork, type Network, P_CHAIN, type PlacedTx } from './network';
import type { Owner } from './node-types';
import { endedStake, getRewards } from './rewards';
import { getStake, rewardOwners } from './staking';

type Rewards = {
  validationRewardAmount: string;
  delegationRewardAmount: string;
  rewardAddresses: string[];
  rewardTxHash?: string | undefined;
};

type ExpectedStake = {
  txHash: string;
  nodeId: string;
  subnetId: string;
  amountStaked: string;
  startTimestamp: number;
  endTimestamp: number;
  delegationFee: string | undefined;
  blsCredentials: { publicKey: string; proofOfPossession: string } | undefined;
};

export type ExpectedValidator = ExpectedStake & {
  stakingType: 'fixed' | 'autoRenewed';
  autoRenew?: ExpectedAutoRenew;
  validationStatus: 'active' | 'pending' | 'completed' | 'removed';
  delegatorCount?: number;
  amountDelegated?: string;
  stakePercentage?: number;
  uptimePerformance?: number;
  avalancheGoVersion?: string | undefined;
  delegationCapacity?: string | undefined;
  potentialRewards?: Rewards;
  validatorHealth?: Record<string, number>;
  geolocation?: null;
  rewards?: Rewards;
  removeTxHash?: string;
  removeTimestamp?: number;
};

/** Delegation fields are absent where delegation is impossible. */
type Listed = {
  txID: string;
  nodeID: string;
  startTime: string;
  endTime: string;
  weight: string;
  delegationFee?: string;
  potentialReward?: string;
  accruedDelegateeReward?: string;
  delegatorCount?: string;
  delegatorWeight?: string;
  validationRewardOwner?: Owner;
  signer?: { publicKey: string; proofOfPossession: string };
  uptime?: string;
  connected?: boolean;
  delegators?: { potentialReward: string }[];
};

type Made = { txID: string; subnetID: string; tx?: PlacedTx };

/** Flag of the recorded nodes: maximum stake including delegations, nAVAX. */
const MAX_STAKE = 50_000_000_000_000_000n;

/** In order of staking; unlisted ones are pending, removed or completed. Throws at unrecorded heights. */
export function expectedValidators(recording: Recording, height: number): ExpectedValidator[] {
  const network = getNetwork(recording);
  if (!network.hasState(height)) throw new Error(`the state at ${height} was not recorded`);
  const made: Made[] = [
    ...listedAt(network, P_CHAIN, 0).map(({ txID }) => ({ txID, subnetID: P_CHAIN })),
    ...network.txs
      .filter((tx) => Number(tx.block.height) <= height && isValidators(tx))
      .map((tx) => ({ txID: tx.id, subnetID: getSubnet(tx), tx })),
  ];
  const subnets = network.answer<{ subnets: { id: string }[] }>('platform.getSubnets', {}, height).subnets;
  const known = new Set(made.map(({ txID }) => txID));
  for (const { txID } of subnets.flatMap(({ id }) => listedAt(network, id, height)))
    if (!known.has(txID)) throw new Error(`at ${height} the node lists ${txID}, which no transaction made`);
  return made.map((one) => toRow(network, one, height));
}

/** Validators have a delegation share or were added by the subnet's owner. */
const isValidators = ({ unsignedTx: { shares, delegationShares, validator } }: PlacedTx): boolean =>
  [shares, delegationShares, validator?.subnetID].some((one) => one !== undefined);

const getSubnet = ({ unsignedTx: { subnetID, validator } }: PlacedTx): string =>
  validator?.subnetID ?? subnetID ?? P_CHAIN;

const getCall = (subnetID: string) => (subnetID === P_CHAIN ? {} : { subnetID });

/** Without L1 validators, which have no staking transaction. */
function listedAt(network: Network, subnetID: string, height: number): Listed[] {
  type Answer = { validators: Partial<Listed>[] };
  const found = network.find<Answer>('platform.getCurrentValidators', getCall(subnetID), height);
  return (found?.validators ?? []).filter((one): one is Listed => one.txID !== undefined);
}

function lastListed(network: Network, { txID, subnetID }: Made, height: number): Listed | undefined {
  const key = `platform.getCurrentValidators ${JSON.stringify(getCall(subnetID))}`;
  const answer = network.recording
    .of(key)
    .findLast((one) => one.height <= height && 'text' in one && one.text.includes(`"${txID}"`));
  if (!answer || !('text' in answer)) return undefined;
  return exactJson<{ validators: Listed[] }>(answer.text).validators.find((one) => one.txID === txID);
}

function toRow(network: Network, made: Made, height: number): ExpectedValidator {
  const autoRenew = expectedAutoRenew(network, made.txID, height);
  const row = getStatusRow(network, made, height);
  return autoRenew ? { ...row, stakingType: 'autoRenewed', autoRenew } : { ...row, stakingType: 'fixed' };
}

function getStatusRow(
  network: Network,
  { txID, subnetID, tx }: Made,
  height: number,
): Omit<ExpectedValidator, 'stakingType'> {
  const last = lastListed(network, { txID, subnetID }, height);
  const current = listedAt(network, subnetID, height).find((one) => one.txID === txID);
  if (current) return { ...listedStake(current, subnetID), ...activeFields(network, current, subnetID, height) };
  const from = must(tx, `the transaction ${txID}`);
  const stake = last ? listedStake(last, subnetID) : stakeOfTx(network, from);
  const removal = toRemoval(network, from, stake, height);
  if (removal)
    return { ...stake, validationStatus: 'removed', removeTxHash: removal.id, removeTimestamp: removal.time };
  const block = must(
    network.blocks.find((one) => Number(one.height) === height),
    `block ${height}`,
  );
  if (stake.startTimestamp > network.getTime(block)) return { ...stake, validationStatus: 'pending' };
  return { ...stake, ...completedFields(network, from, stake, height) };
}

const listedStake = (one: Listed, subnetId: string): ExpectedStake => ({
  ...{ txHash: one.txID, nodeId: one.nodeID, subnetId, amountStaked: one.weight },
  ...{ startTimestamp: Number(one.startTime), endTimestamp: Number(one.endTime) },
  ...{ delegationFee: one.delegationFee, blsCredentials: one.signer },
});

function stakeOfTx(network: Network, tx: PlacedTx): ExpectedStake {
  const { nodeId, delegationFeePercent, blsCredentials, startTimestamp, endTimestamp } = getStake(network, tx);
  const { weight } = must(tx.unsignedTx.validator, `the stake of ${tx.id}`);
  return {
    ...{ txHash: tx.id, nodeId: must(nodeId, 'a node'), subnetId: getSubnet(tx), amountStaked: weight },
    ...{ startTimestamp: must(startTimestamp, 'a start'), endTimestamp: must(endTimestamp, 'an end') },
    ...{ delegationFee: delegationFeePercent, blsCredentials },
  };
}

function activeFields(network: Network, one: Listed, subnetID: string, height: number) {
  const { weight, delegatorCount = '0', delegatorWeight = '0', uptime = '0', connected = false } = one;
  const isPrimary = subnetID === P_CHAIN;
  const total = BigInt(network.answer<{ weight: string }>('platform.getTotalStake', getCall(subnetID), height).weight);
  const most = BigInt(weight) * 5n;
  const left = (most < MAX_STAKE ? most : MAX_STAKE) - BigInt(weight) - BigInt(delegatorWeight);
  return {
    validationStatus: 'active' as const,
    ...{ delegatorCount: Number(delegatorCount), amountDelegated: delegatorWeight },
    stakePercentage: Number((BigInt(weight) * 100_000_000n) / total) / 1_000_000,
    uptimePerformance: Number(uptime),
    // Versions and benched peers are not recorded.
    avalancheGoVersion: isPrimary && !connected ? 'offline' : undefined,
    delegationCapacity: isPrimary ? String(left > 0n ? left : 0n) : undefined,
    potentialRewards: {
      validationRewardAmount: one.potentialReward ?? '0',
      delegationRewardAmount: String(
        BigInt(one.accruedDelegateeReward ?? 0) + promised(network, one, subnetID, height),
      ),
      rewardAddresses: (one.validationRewardOwner?.addresses ?? []).map(withoutChain),
    },
    validatorHealth: {
      ...{ reachabilityPercent: connected ? 100 : 0, benchedPChainRequestsPercent: 0 },
      ...{ benchedXChainRequestsPercent: 0, benchedCChainRequestsPercent: 0 },
    },
    geolocation: null,
  };
}

/** Delegators' own part is rounded down, in millionths. */
function promised(network: Network, { nodeID, ...one }: Listed, subnetID: string, height: number): bigint {
  if (one.delegatorCount === undefined || one.delegatorCount === '0') return 0n;
  // Only primary network delegators are recorded; the other subnet with delegators has no rewards.
  if (subnetID !== P_CHAIN && one.potentialReward === '0') return 0n;
  const { validators } = network.answer<{ validators: Listed[] }>(
    'platform.getCurrentValidators',
    { nodeIDs: [nodeID] },
    height,
  );
  const delegators = must(validators[0]?.delegators, `the delegators of ${nodeID}`);
  const kept = 1_000_000n - BigInt(must(one.delegationFee, 'a fee').replace('.', ''));
  return delegators
    .map(({ potentialReward }) => BigInt(potentialReward))
    .reduce((sum, reward) => sum + reward - (reward * kept) / 1_000_000n, 0n);
}

function toRemoval(network: Network, tx: PlacedTx, stake: ExpectedStake, height: number): PlacedTx | undefined {
  const later = network.txs.slice(network.txs.indexOf(tx) + 1);
  return later.find(
    ({ block, time, unsignedTx: { nodeID, subnetID, validator } }) =>
      Number(block.height) <= height &&
      !validator &&
      nodeID === stake.nodeId &&
      subnetID === stake.subnetId &&
      time <= stake.endTimestamp,
  );
}

/** Permissioned subnet stakes end without reward. */
function completedFields(network: Network, tx: PlacedTx, stake: ExpectedStake, height: number) {
  const end = network.txs.findLast((one) => Number(one.block.height) <= height && endedStake(one) === tx.id);
  const rewards = end ? getRewards(network, end) : [];
  const paid = (type: string) => rewards.find(({ rewardType }) => must(rewardType, 'why it was paid') === type)?.amount;
  const [owner] = rewardOwners(tx.unsignedTx);
  const delegators = network.txs.filter((one) => isDelegatorOf(one, tx, stake));
  return {
    validationStatus: 'completed' as const,
    delegatorCount: delegators.length,
    amountDelegated: String(delegators.reduce((sum, one) => sum + BigInt(one.unsignedTx.validator?.weight ?? 0), 0n)),
    rewards: {
      validationRewardAmount: paid('VALIDATOR') ?? '0',
      delegationRewardAmount: paid('VALIDATOR_FEE') ?? '0',
      rewardAddresses: (owner?.addresses ?? []).map(withoutChain),
      rewardTxHash: end?.id,
    },
  };
}

function isDelegatorOf(one: PlacedTx, tx: PlacedTx, { nodeId, subnetId, endTimestamp }: ExpectedStake): boolean {
  const { validator, rewardsOwner } = one.unsignedTx;
  if (!validator || !rewardsOwner || isValidators(one)) return false;
  const isOfIt = validator.nodeID === nodeId && getSubnet(one) === subnetId;
  return isOfIt && one.time >= tx.time && Number(validator.end) <= endTimestamp;
}

const ORDERS: Readonly<Record<string, (row: ExpectedValidator) => number | bigint>> = {
  delegationCapacity: ({ delegationCapacity = '-1' }) => BigInt(delegationCapacity),
  timeRemaining: ({ endTimestamp }) => endTimestamp,
  delegationFee: ({ delegationFee = '-1' }) => Number(delegationFee),
  uptimePerformance: ({ uptimePerformance = 0 }) => uptimePerformance,
};
export const LIVE_ORDERS = Object.keys(ORDERS);

/** Ascending; ties by the bytes of transaction ids. */
export const inOrder = (rows: readonly ExpectedValidator[], by: string): ExpectedValidator[] =>
  rows.toSorted((a, b) => {
    const [x, y] = [a, b].map(must(ORDERS[by], `the order ${by}`));
    if (x === undefined || y === undefined || x === y) return toDigits(a.txHash) < toDigits(b.txHash) ? -1 : 1;
    return x < y ? -1 : 1;
  });

/** Undefined: outside every range. `now`: Unix seconds. */
export const RANGES: Readonly<Record<string, (row: ExpectedValidator, now: number) => string | undefined>> = {
  FeePercentage: ({ delegationFee }) => delegationFee,
  DelegationCapacity: ({ delegationCapacity }) => delegationCapacity,
  TimeRemaining: ({ validationStatus, endTimestamp }, now) =>
    validationStatus === 'active' ? String(endTimestamp - now) : undefined,
  UptimePerformance: ({ uptimePerformance }) =>
    uptimePerformance === undefined ? undefined : String(uptimePerformance),
};
