/** Runs a full garbage collection of this thread and returns its memory to the OS. */
export function collectGarbage(): void;
