import { idIn } from '../../pchain/api/shared/ids';
import { indexedNetwork } from '../../pchain/api/shared/network';
import { getOpenDay, NO_STAKES, type StakingTotals, sumStakes } from '../../pchain/domain/staking-day';
import { getStakingMetrics } from '../contract/endpoints';
import type { NetworkMetric } from '../contract/schemas';
import { implement } from './implement';
import { getPointsPage } from './shared/points-page';

const FIELDS = {
  delegatorCount: 'delegators',
  delegatorWeight: 'delegatorWeight',
  validatorCount: 'validators',
  validatorWeight: 'validatorWeight',
} as const satisfies Record<NetworkMetric, keyof StakingTotals>;

export const handler = implement(getStakingMetrics, async ({ params, query, page, deps }) => {
  const subnetId = query.subnetId === undefined ? undefined : idIn('subnetId', query.subnetId);
  const { network } = await indexedNetwork(deps, params.network);
  const [open, first, ended] = await Promise.all([
    deps.PNetwork.today(network),
    deps.PStakingDay.first(network),
    deps.PStakingDay.last(network),
  ]);
  const today = getOpenDay(open, ended);
  const last = today?.time ?? ended?.time;
  const bounds = { first: first?.time ?? last ?? 0, last: last ?? -1 };
  return getPointsPage({ interval: 'day', bounds, query, page }, async (start, end) => {
    const read = (of: Parameters<typeof deps.PStakingDay.since>[1]) => deps.PStakingDay.since(network, of, start, end);
    const [days, own] = await Promise.all([
      read({ kind: 'network' }),
      subnetId === undefined ? [] : read({ kind: 'subnet', id: subnetId }),
    ]);
    const bySubnet = new Map(own.map((row) => [row.time, row]));
    const ofToday = today && (subnetId === undefined ? sumStakes(today) : today.subnets.get(subnetId));
    return (time) => {
      // The state stays as it was through days without a block.
      const day = days.findLast((row) => row.time <= time);
      const isToday = today !== undefined && time >= today.time;
      const ended = subnetId === undefined || !day ? day : bySubnet.get(day.time);
      const totals: Partial<StakingTotals> = (isToday ? ofToday : ended) ?? NO_STAKES;
      return Number(totals[FIELDS[params.metric]] ?? 0);
    };
  });
});
