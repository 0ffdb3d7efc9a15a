import { toCb58 } from '../../core/domain/cb58';
import type { ValidatorDetails } from '../contract/schemas/validators';
import type { NetworkFacts } from '../domain/networks';
import { nodeIdText } from '../domain/node-id';
import { PRIMARY_NETWORK } from '../domain/replay/state';
import { getCapacity, type ListedValidator } from '../domain/validator-snapshot';
import type { PValidatorRow, Typed } from '../domain/validators';
import { autoRenewView } from './auto-renewal';
import { addressesView } from './owners';

type Facts = Pick<NetworkFacts, 'hrp' | 'maxValidatorStake'>;

/** `totals`: active stake by subnet; undefined if unknown. */
export function validatorView(
  row: Typed<ListedValidator>,
  facts: Facts,
  totals: ReadonlyMap<string, bigint> | undefined,
): ValidatorDetails {
  const stake = stakeView(row);
  const { status, ended } = row;
  if (status === 'pending') return { ...stake, validationStatus: status };
  if (status === 'active') return activeView(row, facts, totals && (totals.get(row.subnetId) ?? row.weight));
  if (status === 'removed')
    return {
      ...stake,
      validationStatus: status,
      removeTxHash: ended?.by ? toCb58(ended.by) : '',
      removeTimestamp: ended?.time ?? row.end,
    };
  const { ever } = row.delegations ?? { ever: { count: 0, weight: 0n } };
  return {
    ...stake,
    validationStatus: status,
    ...(ever ? { delegatorCount: ever.count, amountDelegated: String(ever.weight) } : {}),
    rewards: {
      validationRewardAmount: String(ended?.validationReward ?? 0n),
      delegationRewardAmount: String(ended?.delegationReward ?? 0n),
      rewardAddresses: addressesView(row.rewardAddresses, facts),
      ...(ended?.by ? { rewardTxHash: toCb58(ended.by) } : {}),
    },
    ...autoRenewView(row, facts),
  };
}

/** undefined for the node itself, which is not its own peer, and for peers that just connected. */
export const getVersion = ({ seen }: Pick<ListedValidator, 'seen'>): string | undefined =>
  seen?.connected ? seen.version : 'offline';

function activeView(row: Typed<ListedValidator>, facts: Facts, total: bigint | undefined): ValidatorDetails {
  const { seen, delegations, subnetId, weight } = row;
  const version = getVersion(row);
  const capacity = getCapacity(row, facts.maxValidatorStake);
  const benched = (...names: string[]) => (seen?.benched?.some((name) => names.includes(name)) ? 100 : 0);
  return {
    ...stakeView(row),
    validationStatus: 'active',
    stakePercentage: total ? Number((weight * 100_000_000n) / total) / 1_000_000 : 0,
    delegatorCount: delegations?.count ?? 0,
    amountDelegated: String(delegations?.weight ?? 0n),
    uptimePerformance: seen?.uptime ?? 0,
    ...(version === undefined || subnetId !== PRIMARY_NETWORK ? {} : { avalancheGoVersion: version }),
    ...(capacity === undefined ? {} : { delegationCapacity: String(capacity) }),
    potentialRewards: {
      validationRewardAmount: String(row.potentialReward),
      delegationRewardAmount: String((delegations?.promised ?? 0n) + row.delegateeReward),
      rewardAddresses: addressesView(row.rewardAddresses, facts),
    },
    validatorHealth: {
      reachabilityPercent: seen?.connected ? 100 : 0,
      benchedPChainRequestsPercent: benched('P', toCb58(PRIMARY_NETWORK)),
      benchedXChainRequestsPercent: benched('X'),
      benchedCChainRequestsPercent: benched('C'),
    },
    geolocation: null,
    ...autoRenewView(row, facts),
  };
}

const stakeView = ({ txId, nodeId, subnetId, weight, shares, blsKey, ...row }: Typed<PValidatorRow>) => ({
  txHash: toCb58(txId),
  nodeId: nodeIdText(nodeId),
  subnetId: toCb58(subnetId),
  amountStaked: String(weight),
  startTimestamp: row.start,
  endTimestamp: row.end,
  stakingType: row.stakingType,
  ...(shares === undefined ? {} : { delegationFee: (shares / 10_000).toFixed(4) }),
  ...(blsKey ? { blsCredentials: blsKey } : {}),
});
