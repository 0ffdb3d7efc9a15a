import { getIcmTimeseries } from '../contract/endpoints';
import { implement } from './implement';
import { boundsOfAll } from './shared/chain-metrics';
import { addTo, icmChains, toGroup, total } from './shared/icm';
import { intervalsOfPage } from './shared/page-of-points';

export const handler = implement(getIcmTimeseries, async ({ query, page, deps }) => {
  const { timeInterval: interval, groupBy } = query;
  const chains = await icmChains(deps, query);
  const bounds = boundsOfAll(interval, chains);
  const { points, oldest, end, next } = intervalsOfPage({ interval, bounds, query, page });
  if (points.length === 0) return { results: [] };
  const counts = new Map(points.map((time) => [time, new Map<string, number>()]));
  await Promise.all(
    chains.map(async ({ metrics, count }) => {
      for (const one of await metrics.series(interval, oldest, end, false))
        addTo(counts.get(one.time) ?? new Map(), count(one));
    }),
  );
  const results: { value: number; timestamp: number; srcBlockchainId: string; destBlockchainId: string }[] = [];
  let last: number | undefined;
  // An interval's groups stay together.
  for (const [timestamp, groups] of counts) {
    const values = groupBy ? [...groups] : [['', total(groups)] as const];
    if (last !== undefined && results.length + values.length > page.size) break;
    for (const [group, value] of values)
      results.push({ value, timestamp, ...toGroup(query, groupBy ? group : undefined) });
    last = timestamp;
  }
  return { ...next(last ?? oldest), results };
});
