/** Decay of the estimate per answer, so that a large one is forgotten. */
const DECAY = 0.9;

/** Estimates the size of the next answer as the largest recent one. */
export function createSizeEstimate() {
  let estimate: number | undefined;
  return {
    note(bytes: number): void {
      estimate = Math.max(bytes, (estimate ?? 0) * DECAY);
    },
    /** How many answers fit into `bytes`: from 1 to `max`; `first` while no size is known. */
    fit: (bytes: number, { max, first }: { readonly max: number; readonly first: number }): number =>
      estimate === undefined ? first : Math.max(1, Math.min(max, Math.floor(bytes / (estimate || 1)))),
  };
}
