/** Calls in one request to a node unless its chain says otherwise: what nodes commonly accept. */
export const MAX_BATCH_CALLS = 100;
