import { badRequest } from '../../core/contract/errors';
import { getEvmChainMetrics } from '../contract/endpoints';
import type { CumulativeMetric, RollingMetric } from '../contract/schemas';
import { CUMULATIVE_METRICS } from '../contract/schemas';
import { isDistinct, metricValue } from '../domain/metric-value';
import { implement } from './implement';
import { metricsOfChain } from './shared/chain-metrics';
import { cumulativeValues } from './shared/cumulative';
import { pageOfPoints } from './shared/page-of-points';

export const handler = implement(getEvmChainMetrics, async ({ params, query, page, deps }) => {
  const { metric } = params;
  const { timeInterval: interval } = query;
  if (isCumulative(metric) && interval !== 'day')
    throw badRequest('timeInterval', `must be day: ${metric} is counted by day`);
  const metrics = await metricsOfChain(deps, params.chainId);
  return pageOfPoints({ interval, bounds: metrics.bounds(interval), query, page }, async (first, end) => {
    if (isCumulative(metric)) return cumulativeValues(metrics, metric, params.chainId);
    const found = await metrics.series(interval, first, end, isDistinct(metric));
    const byTime = new Map(found.map((one) => [one.time, one]));
    return (time) => metricValue(metric, byTime.get(time));
  });
});

const isCumulative = (metric: RollingMetric | CumulativeMetric): metric is CumulativeMetric =>
  (CUMULATIVE_METRICS as readonly string[]).includes(metric);
