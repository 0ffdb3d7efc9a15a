/** Nodes commonly accept this many. */
export const MAX_BATCH_CALLS = 100;
