import { getApiUsageMetrics } from '../contract/endpoints';
import { implement } from './implement';
import { filtersIn, ownUsage, usageMetrics } from './shared/usage';

export const handler = implement(getApiUsageMetrics, async ({ query, caller, deps }) => {
  const { orgId, timeInterval: interval, groupBy, ...rest } = query;
  const owner = ownUsage(caller, orgId);
  const metrics = await usageMetrics(deps, owner, { ...rest, interval, groupBy, filters: filtersIn(deps, rest) });
  const groupedBy = groupBy ?? ('None' as const);
  return {
    aggregateDuration: interval,
    orgId: owner,
    metrics: metrics.map(({ timestamp, values }) => ({
      timestamp,
      values: values.map((value) => ({ groupedBy, ...value })),
    })),
  };
});
