import { rangesText, readRanges } from '../../core/table/ranges';
import type { BlockRange } from '../domain/block-range';
import type { HiddenBlocks } from '../domain/cursor';

// An attribute per job: no extra read, and workers do not overwrite each other.

/** No other attribute of the cursor matches this format. */
const getAttribute = ({ from, to }: BlockRange): string => `y${from}_${to}`;
const ATTRIBUTE = /^y(\d+)_(\d+)$/;

export const hiddenAttribute = (
  job: BlockRange,
  ranges: readonly BlockRange[],
): Record<string, string | undefined> => ({
  [getAttribute(job)]: ranges.length === 0 ? undefined : rangesText(ranges),
});

export function readHidden(item: Record<string, unknown>): HiddenBlocks[] {
  return Object.entries(item).flatMap(([name, value]) => {
    const [, from, to] = ATTRIBUTE.exec(name) ?? [];
    if (from === undefined || to === undefined) return [];
    return [{ job: { from: Number(from), to: Number(to) }, ranges: readRanges(String(value)) }];
  });
}
