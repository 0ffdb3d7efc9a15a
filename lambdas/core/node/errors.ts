// `throttled`: wait, then ask for less. `too big`: too large or slow; a smaller batch may work right away. `absent`:
// missing (yet), as on a lagging node behind a load balancer. `state gone`: pruned. `reverted`: only this one is about
// the contract. `broken`: anything else.
export type Failure =
  | 'down'
  | 'absent'
  | 'throttled'
  | 'too big'
  | 'state gone'
  | 'reverted'
  | 'unknown method'
  | 'broken';

/** Callers decide by class and `failure`, never by the message. */
export class NodeError extends Error {
  override readonly name: string = 'NodeError';
  constructor(
    message: string,
    readonly failure: Failure,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** May succeed later: no connection, a timeout, HTTP 429 or 5xx, or data that the node does not have yet. */
export class NodeDown extends NodeError {
  override readonly name: string = 'NodeDown';
  constructor(
    message: string,
    failure: 'down' | 'absent' | 'throttled' | 'too big' = 'down',
    options?: ErrorOptions & { readonly retryAfterMs?: number },
  ) {
    super(message, failure, options);
    this.retryAfterMs = options?.retryAfterMs;
  }
  /** The node's `Retry-After`, ms. */
  readonly retryAfterMs: number | undefined;
}

/** A `NodeDown`, because part of a batch may fit. Retrying a single call does not help. */
export class AnswerTooLong extends NodeDown {
  override readonly name = 'AnswerTooLong';
  constructor() {
    super('the answer of the node is too long', 'too big');
  }
}

export class IncompleteTraces extends NodeDown {
  override readonly name = 'IncompleteTraces';
  constructor(message: string) {
    super(message, 'absent');
  }
}

/** The node rejected the call or returned an invalid answer. `code` is JSON-RPC's. */
export class NodeRefused extends NodeError {
  override readonly name = 'NodeRefused';
  constructor(
    readonly code: number,
    message: string,
    failure: 'state gone' | 'reverted' | 'unknown method' | 'broken' = 'broken',
    /** Hex that the contract returned with its revert, if the node passes it on. */
    readonly data?: string,
  ) {
    super(message, failure);
  }
}
