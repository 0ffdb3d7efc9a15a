import { sumTotals } from '../../evm/metrics/domain/totals';
import { countAll } from '../../evm/metrics/reading';
import { getEvmChainRollingWindowMetrics } from '../contract/endpoints';
import type { RollingMetric } from '../contract/schemas';
import { isDistinct, metricValue } from '../domain/metric-value';
import { implement } from './implement';
import { metricsOfChain } from './shared/chain-metrics';
import { piecesInWindows, WINDOWS, type WindowName } from './shared/windows';

export const handler = implement(getEvmChainRollingWindowMetrics, async ({ params, deps }) => {
  const { metric, chainId } = params;
  const metrics = await metricsOfChain(deps, chainId);
  const windows = await piecesInWindows(metrics, getWindows(metric), Math.floor(deps.now() / 1_000));
  const values = windows.map(async ([name, pieces]) => {
    const totals = sumTotals(pieces.map((piece) => piece.totals));
    return [
      name,
      totals ? metricValue(metric, { ...totals, ...(await countAll(isDistinct(metric) ? pieces : [])) }) : 0,
    ] as const;
  });
  return { result: Object.fromEntries(await Promise.all(values)) };
});

/** Distinct addresses of longer windows would take the sets of all their days. */
const getWindows = (metric: RollingMetric): readonly WindowName[] =>
  isDistinct(metric) ? ['lastHour', 'lastDay', 'lastWeek'] : WINDOWS;
