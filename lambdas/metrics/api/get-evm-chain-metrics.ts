import { badRequest } from '../../core/contract/errors';
import { getEvmChainMetrics } from '../contract/endpoints';
import type { CumulativeMetric, RollingMetric } from '../contract/schemas';
import { CUMULATIVE_METRICS } from '../contract/schemas';
import { isDistinct, metricValue } from '../domain/metric-value';
import { implement } from './implement';
import { countedChains, getCommonBounds } from './shared/chain-metrics';
import { cumulativeValues, isFirstSeen } from './shared/cumulative';
import { getPointsPage } from './shared/points-page';

export const handler = implement(getEvmChainMetrics, async ({ params, query, page, deps }) => {
  const { metric } = params;
  const { timeInterval: interval } = query;
  if (isCumulative(metric) && interval !== 'day')
    throw badRequest('timeInterval', `must be day: ${metric} is counted by day`);
  const chains = await countedChains(deps, params.chainId);
  const bounds = getCommonBounds(interval, chains, (metrics) =>
    isFirstSeen(metric) ? metrics.firstSeenUntil : metrics.until,
  );
  return getPointsPage({ interval, bounds, query, page }, async (first, end) => {
    if (isCumulative(metric)) {
      const values: ((time: number) => number)[] = [];
      // One by one, as a chain may have millions of addresses.
      for (const chain of chains) values.push(await cumulativeValues(chain, metric));
      return (time) => values.reduce((sum, getValue) => sum + getValue(time), 0);
    }
    const series = chains.map(({ metrics }) => metrics.series(interval, first, end, isDistinct(metric)));
    const byTime = Map.groupBy((await Promise.all(series)).flat(), ({ time }) => time);
    return (time) => metricValue(metric, byTime.get(time) ?? []);
  });
});

const isCumulative = (metric: RollingMetric | CumulativeMetric): metric is CumulativeMetric =>
  (CUMULATIVE_METRICS as readonly string[]).includes(metric);
