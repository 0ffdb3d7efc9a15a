/** Bytes of a body at most: fifty calls with a thousand addresses each do not fit, one does. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Calls in a batch at most. */
export const MAX_BATCH_CALLS = 50;
/** Bytes of a node's answer at most, and of those to all calls of a batch together. */
export const MAX_ANSWER_BYTES = 5_000_000;
/** Bytes of an answer at most with a backslash before each quote, as a function gives it: Lambda's limit of 6 MB less its envelope. */
export const MAX_PAYLOAD_BYTES = 6_000_000;
/** Time that the node has for what one request asks of it, ms; callers have an answer within five seconds. */
export const NODE_TIMEOUT_MS = 3_500;
