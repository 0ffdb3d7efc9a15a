/** Default maximum of calls per request to a node, which nodes commonly accept. */
export const MAX_BATCH_CALLS = 100;
