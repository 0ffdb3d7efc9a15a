import { toCb58 } from '../../core/domain/cb58';
import type { DelegatorDetails } from '../contract/schemas/delegators';
import type { PDelegatorRow } from '../domain/delegators';
import { nodeIdText } from '../domain/node-id';
import { delegatorRewards } from '../domain/stakes';
import { addressesView, type NetworkIds } from './owners';

export function delegatorView(row: PDelegatorRow, ids: Pick<NetworkIds, 'hrp'>): DelegatorDetails {
  const { txId, nodeId, rewardAddresses, weight, shares, start, end, status } = row;
  const { gross, net } = delegatorRewards(row);
  const stake = {
    txHash: toCb58(txId),
    nodeId: nodeIdText(nodeId),
    rewardAddresses: addressesView(rewardAddresses, ids),
    amountDelegated: String(weight),
    delegationFee: (shares / 10_000).toFixed(4),
    startTimestamp: start,
    endTimestamp: end,
  };
  if (status === 'completed')
    return { ...stake, grossReward: String(gross), netReward: String(net), delegationStatus: status };
  return { ...stake, estimatedGrossReward: String(gross), estimatedNetReward: String(net), delegationStatus: status };
}
