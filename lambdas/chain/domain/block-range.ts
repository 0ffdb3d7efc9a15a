/** Some blocks by number, both ends included; none if `to` is below `from`. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** Whether one of the ranges has the block. */
export const includes = (ranges: readonly BlockRange[], block: number): boolean =>
  ranges.some(({ from, to }) => block >= from && block <= to);

/** What is left of the ranges without the blocks of others. */
export function without(ranges: readonly BlockRange[], others: readonly BlockRange[]): BlockRange[] {
  const some = ({ from, to }: BlockRange) => from <= to;
  return others.filter(some).reduce<BlockRange[]>(
    (left, other) =>
      left
        .flatMap(({ from, to }) => [
          { from, to: Math.min(to, other.from - 1) },
          { from: Math.max(from, other.to + 1), to },
        ])
        .filter(some),
    ranges.filter(some),
  );
}
