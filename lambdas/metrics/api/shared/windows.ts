import { HOUR, intervalAt } from '../../../core/domain/intervals';
import type { ChainMetrics, Piece } from '../../../evm/metrics/reading';
import type { Windows } from '../../contract/schemas';

/** Hours. */
const HOURS = { lastDay: 24, lastWeek: 168, lastMonth: 720, last90Days: 2_160, lastYear: 8_760 } as const;
export type WindowName = keyof Windows;
export const WINDOWS = ['lastHour', ...(Object.keys(HOURS) as (keyof typeof HOURS)[]), 'allTime'] as const;

/** The windows of a chain that lags more are not known. */
const MAX_LAG_SECONDS = 300;

/** The pieces of each window, ascending. Omits windows with uncounted blocks. `now`: Unix seconds. */
export async function piecesInWindows(
  metrics: ChainMetrics,
  names: readonly WindowName[],
  now: number,
): Promise<[WindowName, Piece[]][]> {
  if (now - metrics.until > MAX_LAG_SECONDS) return [];
  const found = names.map(async (name): Promise<[WindowName, Piece[]][]> => {
    const start = getStart(name, now);
    if (start < metrics.whole) return [];
    return [[name, name === 'lastHour' ? await piecesSince(metrics, start) : await metrics.pieces(start)]];
  });
  return (await Promise.all(found)).flat();
}

/** The windows that every chain has, each with the values of all chains. None without chains: 0 would be a claim. */
export const getCommonWindows = <T>(chains: readonly ReadonlyMap<WindowName, T>[]): [WindowName, T[]][] =>
  WINDOWS.filter((name) => chains.length > 0 && chains.every((windows) => windows.has(name))).map((name) => [
    name,
    chains.flatMap((windows) => windows.get(name) ?? []),
  ]);

function getStart(name: WindowName, now: number): number {
  if (name === 'allTime') return 0;
  if (name === 'lastHour') return now - HOUR;
  return intervalAt('hour', now) - HOURS[name] * HOUR;
}

/** The part that the window begins in is taken apart. */
async function piecesSince(metrics: ChainMetrics, start: number): Promise<Piece[]> {
  const isIn = ({ totals }: Piece): boolean => totals.until > start * 1_000;
  const pieces = metrics.recent.filter(isIn);
  const [first, ...rest] = pieces;
  if (!first) return [];
  return [...(await metrics.splitPart(first)).filter(isIn), ...rest];
}
