/** Inclusive on both ends; empty if `to` is below `from`. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

export const includes = (ranges: readonly BlockRange[], block: number): boolean =>
  ranges.some(({ from, to }) => block >= from && block <= to);

export function without(ranges: readonly BlockRange[], others: readonly BlockRange[]): BlockRange[] {
  const isNotEmpty = ({ from, to }: BlockRange) => from <= to;
  return others.filter(isNotEmpty).reduce<BlockRange[]>(
    (left, other) =>
      left
        .flatMap(({ from, to }) => [
          { from, to: Math.min(to, other.from - 1) },
          { from: Math.max(from, other.to + 1), to },
        ])
        .filter(isNotEmpty),
    ranges.filter(isNotEmpty),
  );
}

/** Ascending; ranges that meet become one. */
export function joinRanges(ranges: readonly BlockRange[]): BlockRange[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.filter((range) => range.from <= range.to).toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}
