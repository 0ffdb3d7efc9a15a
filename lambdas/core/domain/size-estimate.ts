/** How fast the size of a large answer is forgotten, per answer. */
const DECAY = 0.9;

/** How large the next answer may be: as large as the largest of late. */
export function createSizeEstimate() {
  let estimate: number | undefined;
  return {
    /** An answer had this size, bytes. */
    note(bytes: number): void {
      estimate = Math.max(bytes, (estimate ?? 0) * DECAY);
    },
    /** How many answers fit into this many bytes: at least one, at most `max`; `first` while no size is known. */
    fit: (bytes: number, { max, first }: { readonly max: number; readonly first: number }): number =>
      estimate === undefined ? first : Math.max(1, Math.min(max, Math.floor(bytes / (estimate || 1)))),
  };
}
