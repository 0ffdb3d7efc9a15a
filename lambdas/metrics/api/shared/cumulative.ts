import { ApiError } from '../../../core/contract/errors';
import type { ChainMetrics } from '../../../evm/metrics/reading';
import type { CumulativeMetric } from '../../contract/schemas';
import type { CountedChain } from './chain-metrics';

/** Values by day. Throws 404 unless all blocks of the chain are counted. */
export async function cumulativeValues(
  { chainId, metrics }: CountedChain,
  metric: CumulativeMetric,
): Promise<(time: number) => number> {
  const days = metrics.whole === 0 ? await readDays(metrics, metric) : undefined;
  if (!days)
    throw new ApiError(
      404,
      `${metric} of chain ${chainId} is not available: it requires the full history of the chain, which is not indexed`,
    );
  let sum = 0;
  const sums = days.map(({ time, value }) => {
    sum += value;
    return { time, sum };
  });
  return (time) => sums.findLast((day) => day.time <= time)?.sum ?? 0;
}

export const isFirstSeen = (metric: string): metric is 'cumulativeAddresses' | 'cumulativeDeployers' =>
  metric === 'cumulativeAddresses' || metric === 'cumulativeDeployers';

async function readDays(metrics: ChainMetrics, metric: CumulativeMetric) {
  if (isFirstSeen(metric)) {
    const name = metric === 'cumulativeAddresses' ? 'addresses' : 'deployers';
    return (await metrics.firstSeen())?.map((day) => ({ time: day.time, value: day[name] }));
  }
  const { first, last } = metrics.bounds('day');
  const days = await metrics.series('day', first, last + 1, false);
  const name = metric === 'cumulativeTxCount' ? 'transactions' : 'contracts';
  return days.map((day) => ({ time: day.time, value: day[name] }));
}
