/** Maximum request body, bytes: fits one call with a thousand addresses, but not fifty. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Maximum calls per batch. */
export const MAX_BATCH_CALLS = 50;
/** Maximum size of a node's response, and of all responses to a batch together, bytes. */
export const MAX_ANSWER_BYTES = 5_000_000;
/** Maximum response after JSON escaping, bytes: Lambda's limit of 6 MB less its envelope. */
export const MAX_PAYLOAD_BYTES = 6_000_000;
/** Time budget of all node calls of a request, ms; callers get a response within five seconds. */
export const NODE_TIMEOUT_MS = 3_500;
