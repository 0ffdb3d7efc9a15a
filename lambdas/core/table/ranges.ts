/** Inclusive on both ends. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** `0-99,200-299`. */
export const rangesText = (ranges: readonly Range[]): string => ranges.map(({ from, to }) => `${from}-${to}`).join();

/** The inverse. Throws for other text. */
export const readRanges = (text: string): Range[] => text.split(',').map(rangeIn);

function rangeIn(text: string): Range {
  const [from, to] = text.split('-').map(Number);
  if (from === undefined || to === undefined) throw new Error(`cursor item: not a range of blocks: ${text}`);
  return { from, to };
}
