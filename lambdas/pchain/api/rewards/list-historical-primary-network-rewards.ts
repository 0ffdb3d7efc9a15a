import { listHistoricalPrimaryNetworkRewards } from '../../contract/endpoints/rewards';
import { keyOfOutput } from '../../domain/derive';
import type { PRewardRow } from '../../domain/rewards';
import { historicalRewardView } from '../../views/reward';
import { implement } from '../implement';
import { mergedPage } from '../shared/merged-page';
import { indexedNetwork } from '../shared/network';
import { rewardOwners } from '../shared/stakes';

const KEY_LENGTH = '0000000000#0000000000'.length;

export const handler = implement(listHistoricalPrimaryNetworkRewards, async ({ params, query, page, deps }) => {
  const { network, facts, cut } = await indexedNetwork(deps, params.network, page);
  const { of, nodes } = rewardOwners(query, facts.hrp);
  const blocks = { from: 0, to: cut };
  const lists = of.map((one) =>
    'node' in one
      ? deps.PReward.ofNode(network, one.node, blocks)
      : deps.PReward.ofAddress(network, one.address, blocks),
  );
  const { values, next } = await mergedPage(deps.page, lists, {
    page,
    ascending: query.sortOrder === 'asc',
    group: KEY_LENGTH,
    toId: (row: PRewardRow) => keyOfOutput(row),
    keep: ({ stake }) => !nodes || nodes.has(stake.nodeId),
  });
  return { historicalRewards: values.map((row) => historicalRewardView(row, facts)), ...page.token(next, cut) };
});
