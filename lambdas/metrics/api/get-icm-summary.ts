import { sumTotals } from '../../evm/metrics/domain/totals';
import { getIcmSummary } from '../contract/endpoints';
import type { Windows } from '../contract/schemas';
import { implement } from './implement';
import { addTo, icmChains, TOTAL, toGroup, total } from './shared/icm';
import { getCommonWindows, piecesInWindows, WINDOWS } from './shared/windows';

export const handler = implement(getIcmSummary, async ({ query, deps }) => {
  const now = Math.floor(deps.now() / 1_000);
  const chains = await icmChains(deps, query);
  const found = await Promise.all(
    chains.map(async ({ metrics, count }) => {
      const windows = await piecesInWindows(metrics, WINDOWS, now);
      return new Map(
        windows.map(([name, pieces]) => {
          const totals = sumTotals(pieces.map((piece) => piece.totals));
          return [name, totals ? count(totals) : new Map<string, number>()] as const;
        }),
      );
    }),
  );
  const result: Windows = {};
  const groups = new Map<string, Windows>();
  for (const [name, chainCounts] of getCommonWindows(found)) {
    const counts = new Map<string, number>();
    for (const one of chainCounts) addTo(counts, one);
    result[name] = total(counts);
    for (const [group, count] of counts) groups.set(group, { ...groups.get(group), [name]: count });
  }
  return {
    result: { ...result, ...toGroup(query, TOTAL) },
    ...(query.groupBy
      ? { results: [...groups].map(([group, windows]) => ({ ...zeros(result), ...windows, ...toGroup(query, group) })) }
      : {}),
  };
});

const zeros = (windows: Windows): Windows => Object.fromEntries(Object.keys(windows).map((name) => [name, 0]));
