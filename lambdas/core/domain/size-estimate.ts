const DECAY = 0.9;

/** Estimates the size of the next answer: the largest recent one, decaying by `DECAY` per answer. */
export function createSizeEstimate() {
  let estimate: number | undefined;
  return {
    note(bytes: number): void {
      estimate = Math.max(bytes, (estimate ?? 0) * DECAY);
    },
    /** Number of answers that fit into `bytes`, 1 to `max`; `first` before any size is known. */
    fit: (bytes: number, { max, first }: { readonly max: number; readonly first: number }): number =>
      estimate === undefined ? first : Math.max(1, Math.min(max, Math.floor(bytes / (estimate || 1)))),
  };
}
