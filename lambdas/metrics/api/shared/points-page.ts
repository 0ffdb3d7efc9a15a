import type { Interval } from '../../../core/contract/intervals';
import { intervalAt } from '../../../core/domain/intervals';
import type { Page } from '../../../core/http/page';
import { getPagePoints, type TimeRange } from '../../domain/points';

interface Points {
  readonly interval: Interval;
  readonly bounds: { readonly first: number; readonly last: number };
  readonly query: TimeRange;
  readonly page: Page;
}

/** The intervals that a page may have. `end`: of the newest one. `next`: the page after one that ends with `oldest`. */
export function getPageIntervals({ interval, bounds, query, page }: Points) {
  const below = page.from && Number(page.from.after);
  const { points, isLast } = getPagePoints(interval, bounds, query, { size: page.size, below });
  const [newest = 0, oldest = 0] = [points[0], points.at(-1)];
  return {
    points,
    oldest,
    end: intervalAt(interval, newest, 1),
    next: (last: number) =>
      page.token(isLast && last === oldest ? undefined : { after: String(last), items: [], density: 1 }, 0),
  };
}

/** The values of a page of intervals, newest first. `read`: from the first one to before `end`. */
export async function getPointsPage(
  asked: Points,
  read: (first: number, end: number) => Promise<(time: number) => number>,
) {
  const { points, oldest, end, next } = getPageIntervals(asked);
  if (points.length === 0) return { results: [] };
  const getValue = await read(oldest, end);
  return { ...next(oldest), results: points.map((timestamp) => ({ value: getValue(timestamp), timestamp })) };
}
