import { getIcmTimeseries } from '../contract/endpoints';
import { implement } from './implement';
import { getCommonBounds } from './shared/chain-metrics';
import { addTo, icmChains, TOTAL, toGroup } from './shared/icm';
import { getPageIntervals } from './shared/points-page';

export const handler = implement(getIcmTimeseries, async ({ query, page, deps }) => {
  const { timeInterval: interval, groupBy } = query;
  const chains = await icmChains(deps, query);
  const bounds = getCommonBounds(interval, chains);
  const { points, oldest, end, next } = getPageIntervals({ interval, bounds, query, page });
  if (points.length === 0) return { results: [] };
  const counts = new Map(points.map((time) => [time, new Map<string, number>(groupBy ? [] : [[TOTAL, 0]])]));
  await Promise.all(
    chains.map(async ({ metrics, count }) => {
      for (const one of await metrics.series(interval, oldest, end, false)) {
        const groups = counts.get(one.time);
        if (groups) addTo(groups, count(one));
      }
    }),
  );
  const results: { value: number; timestamp: number; srcBlockchainId: string; destBlockchainId: string }[] = [];
  let last: number | undefined;
  // An interval's groups stay together.
  for (const [timestamp, groups] of counts) {
    if (last !== undefined && results.length + groups.size > page.size) break;
    for (const [group, value] of groups) results.push({ value, timestamp, ...toGroup(query, group) });
    last = timestamp;
  }
  return { ...next(last ?? oldest), results };
});
