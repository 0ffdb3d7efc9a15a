/** Collects the garbage of this thread, and gives its memory back to the system. */
export function collectGarbage(): void;
