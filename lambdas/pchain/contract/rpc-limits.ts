/** Fits one call with a thousand addresses, but not fifty. */
export const MAX_BODY_BYTES = 256 * 1024;
export const MAX_BATCH_CALLS = 50;
/** Also the limit of all responses to a batch together. */
export const MAX_ANSWER_BYTES = 5_000_000;
/** After JSON escaping: Lambda's limit of 6 MB less its envelope. */
export const MAX_PAYLOAD_BYTES = 6_000_000;
/** For all node calls of a request; callers get a response within five seconds. */
export const NODE_TIMEOUT_MS = 3_500;
