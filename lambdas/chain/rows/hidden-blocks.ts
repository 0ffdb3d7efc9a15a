import type { BlockRange } from '../domain/block-range';
import type { HiddenBlocks } from '../domain/cursor';

// An attribute per job: no extra read, and workers do not overwrite each other.

/** No other attribute of the cursor matches this format. */
const getAttribute = ({ from, to }: BlockRange): string => `y${from}_${to}`;
const ATTRIBUTE = /^y(\d+)_(\d+)$/;
const toText = (ranges: readonly BlockRange[]): string => ranges.map(({ from, to }) => `${from}-${to}`).join(',');

export const hiddenAttribute = (
  job: BlockRange,
  ranges: readonly BlockRange[],
): Record<string, string | undefined> => ({
  [getAttribute(job)]: ranges.length === 0 ? undefined : toText(ranges),
});

export function readHidden(item: Record<string, unknown>): HiddenBlocks[] {
  return Object.entries(item).flatMap(([name, value]) => {
    const [, from, to] = ATTRIBUTE.exec(name) ?? [];
    if (from === undefined || to === undefined) return [];
    return [{ job: { from: Number(from), to: Number(to) }, ranges: String(value).split(',').map(rangeIn) }];
  });
}

function rangeIn(text: string): BlockRange {
  const [from, to] = text.split('-').map(Number);
  if (from === undefined || to === undefined) throw new Error(`cursor item: not a range of blocks: ${text}`);
  return { from, to };
}
