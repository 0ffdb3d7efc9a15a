// Independent of the DOM, so that it can be tested.

/** One bar of the plot on a chain's card, ms. */
export const BIN_MS = 10_000;
const BINS = 30;

interface Sample {
  /** Unix ms. */
  readonly at: number;
  readonly block: number;
}

/** Blocks indexed in the last minutes, as far as the page was open. */
export function createRecent() {
  const samples: Sample[] = [];
  return {
    add(sample: Sample): void {
      samples.push(sample);
      const since = sample.at - (BINS + 1) * BIN_MS;
      while (samples[1] && samples[1].at < since) samples.shift();
    },
    /** Blocks by bin, oldest first; none before the first whole bin. A reorg counts as 0. */
    bins(now: number): { readonly at: number; readonly blocks: number }[] {
      const last = Math.floor(now / BIN_MS) * BIN_MS;
      const blockAt = (time: number): number | undefined => samples.findLast(({ at }) => at <= time)?.block;
      return Array.from({ length: BINS }, (_, i) => last - (BINS - i) * BIN_MS).flatMap((at) => {
        const [before, after] = [blockAt(at), blockAt(at + BIN_MS)];
        return before === undefined || after === undefined ? [] : [{ at, blocks: Math.max(0, after - before) }];
      });
    },
  };
}
