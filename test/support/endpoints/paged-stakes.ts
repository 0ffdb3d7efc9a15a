import { idOfCb58 } from '../../../lambdas/core/domain/cb58';
import type { Item } from '../../../lambdas/core/table/item';
import type { PDelegatorRow } from '../../../lambdas/pchain/domain/delegators';
import type { PRewardRow } from '../../../lambdas/pchain/domain/rewards';
import type { PValidatorRow } from '../../../lambdas/pchain/domain/validators';
import { delegatorItem, rewardItems, stakeOfItem } from '../../../lambdas/pchain/rows/stake-items';
import type { Network } from '../pchain/expected/network';
import { NETWORK } from '../pchain/indexed';
import type { Asked } from './call';
import { SHARING } from './stakes';

const ROWS = 5;
const [FIRST, SECOND, THIRD] = SHARING as [(typeof SHARING)[0], (typeof SHARING)[0], (typeof SHARING)[0]];
const OWNERS = [FIRST, SECOND].map(({ digits }) => digits);

/** Delegators and paid rewards of a validator, shared by two addresses. */
export function stakeItems(network: Network, { nodeId, start, end, weight }: PValidatorRow): Item[] {
  return network.txs.slice(0, ROWS).flatMap(({ id, block, index }) => {
    // A stake is shown by its transaction: these are of other kinds.
    const txId = String(idOfCb58(id));
    const created = { block: Number(block.height), tx: index };
    const stake = { txId, created, nodeId, start, end, weight };
    const delegator: PDelegatorRow = {
      ...{ ...stake, potentialReward: 1_000n, shares: 20_000, rewardAddresses: OWNERS, status: 'active' },
    };
    const reward: PRewardRow = {
      ...{ stake, txId, outputIndex: 1, assetId: String(idOfCb58(network.avaxAssetId)), amount: 7n },
      owners: { locktime: 0n, threshold: 1, addresses: OWNERS },
      ...{ kind: 'delegation', by: txId, block: created.block },
    };
    const row = { txId, created, nodeId, kind: 'delegator', current: true } as const;
    return [
      delegatorItem(NETWORK, delegator),
      ...[{ node: nodeId }, ...OWNERS.map((address) => ({ address }))].map((whose) =>
        stakeOfItem(NETWORK, { ...row, of: whose, reward: 'delegation' }),
      ),
      // The owner of a stake need not have a reward.
      stakeOfItem(NETWORK, { ...row, of: { address: THIRD.digits } }),
      ...rewardItems(NETWORK, reward),
    ];
  });
}

export function stakeQueries(nodeIds: string): Record<string, NonNullable<Asked['query']>[]> {
  const [both, one] = [`${FIRST.text},${SECOND.text}`, SECOND.text];
  const rewards = [{ nodeIds }, { addresses: one }, { addresses: both }, { addresses: both, nodeIds }];
  return {
    listDelegators: [
      ...[{}, { delegationStatus: 'active' }, { nodeIds }, { nodeIds: nodeIds.slice(8, 20) }],
      ...[{ rewardAddresses: both }, { rewardAddresses: one, nodeIds, delegationStatus: 'active' }],
    ],
    listPendingPrimaryNetworkRewards: rewards,
    listHistoricalPrimaryNetworkRewards: rewards,
    listActivePrimaryNetworkStakingTransactions: [
      {},
      { addresses: `${both},${THIRD.text}` },
      { addresses: THIRD.text },
    ],
  };
}
