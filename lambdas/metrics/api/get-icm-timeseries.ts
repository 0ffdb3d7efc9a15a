import { intervalAt } from '../../core/domain/intervals';
import { getIcmTimeseries } from '../contract/endpoints';
import { pointsOfPage } from '../domain/points';
import { implement } from './implement';
import { addTo, icmChains, toGroup, total } from './shared/icm';

export const handler = implement(getIcmTimeseries, async ({ query, page, deps }) => {
  const { timeInterval: interval, groupBy } = query;
  const chains = await icmChains(deps, query);
  const bounds = chains.map(({ metrics }) => metrics.bounds(interval)).filter(({ first, last }) => first <= last);
  const covered = {
    first: Math.min(...bounds.map(({ first }) => first)),
    last: Math.max(...bounds.map(({ last }) => last)),
  };
  const below = page.from ? Number.parseInt(page.from.after, 10) || 0 : undefined;
  const { points, isLast } =
    bounds.length > 0
      ? pointsOfPage(interval, covered, query, { size: page.size, ...(below ? { below } : {}) })
      : { points: [], isLast: true };
  const [newest = 0, oldest = 0] = [points[0], points.at(-1)];
  const counts = new Map(points.map((time) => [time, new Map<string, number>()]));
  await Promise.all(
    chains.map(async ({ metrics, count }) => {
      for (const one of await metrics.series(interval, oldest, intervalAt(interval, newest, 1), false))
        addTo(counts.get(one.time) ?? new Map(), count(one));
    }),
  );
  const results: { value: number; timestamp: number; srcBlockchainId: string; destBlockchainId: string }[] = [];
  let shown = 0;
  // An interval's groups stay together.
  for (const [timestamp, groups] of counts) {
    const values = groupBy ? [...groups] : [['', total(groups)] as const];
    if (shown > 0 && results.length + values.length > page.size) break;
    for (const [group, value] of values)
      results.push({ value, timestamp, ...toGroup(query, groupBy ? group : undefined) });
    shown += 1;
  }
  const last = points[shown - 1];
  const hasMore = last !== undefined && (shown < points.length || !isLast);
  return { ...page.token(hasMore ? { after: String(last), items: [], density: 1 } : undefined, 0), results };
});
