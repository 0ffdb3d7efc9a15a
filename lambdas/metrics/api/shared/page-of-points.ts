import type { Interval } from '../../../core/contract/intervals';
import { intervalAt } from '../../../core/domain/intervals';
import type { Page } from '../../../core/http/page';
import { type Asked, pointsOfPage } from '../../domain/points';

interface Points {
  readonly interval: Interval;
  readonly bounds: { readonly first: number; readonly last: number };
  readonly query: Asked;
  readonly page: Page;
}

/** The values of a page of intervals, newest first. `read`: from the first one to before `end`. */
export async function pageOfPoints(
  { interval, bounds, query, page }: Points,
  read: (first: number, end: number) => Promise<(time: number) => number>,
) {
  const below = page.from ? Number.parseInt(page.from.after, 10) || 0 : undefined;
  const { points, isLast } = pointsOfPage(interval, bounds, query, { size: page.size, ...(below ? { below } : {}) });
  const [newest, oldest] = [points[0], points.at(-1)];
  if (newest === undefined || oldest === undefined) return { results: [] };
  const getValue = await read(oldest, intervalAt(interval, newest, 1));
  const results = points.map((timestamp) => ({ value: getValue(timestamp), timestamp }));
  const next = isLast ? undefined : { after: String(oldest), items: [], density: 1 };
  return { ...page.token(next, 0), results };
}
