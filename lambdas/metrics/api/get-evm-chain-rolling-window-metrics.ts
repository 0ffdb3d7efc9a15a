import { sumTotals } from '../../evm/metrics/domain/totals';
import { countAll, type Piece } from '../../evm/metrics/reading';
import { getEvmChainRollingWindowMetrics } from '../contract/endpoints';
import type { RollingMetric } from '../contract/schemas';
import { type CountedValues, isDistinct, metricValue } from '../domain/metric-value';
import { implement } from './implement';
import { countedChains } from './shared/chain-metrics';
import { getCommonWindows, piecesInWindows, WINDOWS, type WindowName } from './shared/windows';

export const handler = implement(getEvmChainRollingWindowMetrics, async ({ params, deps }) => {
  const { metric, chainId } = params;
  const now = Math.floor(deps.now() / 1_000);
  const count = async (pieces: readonly Piece[]): Promise<CountedValues[]> => {
    const totals = sumTotals(pieces.map((piece) => piece.totals));
    return totals ? [{ ...totals, ...(await countAll(isDistinct(metric) ? pieces : [])) }] : [];
  };
  const chains = (await countedChains(deps, chainId)).map(async ({ metrics }) => {
    const windows = await piecesInWindows(metrics, getWindows(metric), now);
    return new Map(await Promise.all(windows.map(async ([name, pieces]) => [name, await count(pieces)] as const)));
  });
  const windows = getCommonWindows(await Promise.all(chains));
  return { result: Object.fromEntries(windows.map(([name, counted]) => [name, metricValue(metric, counted.flat())])) };
});

/** Distinct addresses of longer windows would take the sets of all their days. */
const getWindows = (metric: RollingMetric): readonly WindowName[] =>
  isDistinct(metric) ? ['lastHour', 'lastDay', 'lastWeek'] : WINDOWS;
