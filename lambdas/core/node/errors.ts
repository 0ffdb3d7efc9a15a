/**
 * What a node's failure means. Only `reverted` says something of a contract. `throttled`: wait, and ask for less.
 * `too big`: the answer is, or takes the node too long; a part of the calls may work at once. `absent`: what must exist
 * is not there (yet), as another member behind a balancer may show. `state gone`: the node does not keep the state of
 * that block. `broken`: all else.
 */
export type Failure =
  | 'down'
  | 'absent'
  | 'throttled'
  | 'too big'
  | 'state gone'
  | 'reverted'
  | 'unknown method'
  | 'broken';

/** A failure of a node. The class and `failure` decide what happens next; no code reads the message. */
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

/** May succeed later: no connection, a timeout, HTTP 429 or 5xx, an answer that is not there yet. */
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
  /** The delay that the node asks for, ms. */
  readonly retryAfterMs: number | undefined;
}

/**
 * An answer is longer than its reader has room for. A `NodeDown`, because a part of a batch may be short enough; a single
 * answer will be as long the next time.
 */
export class AnswerTooLong extends NodeDown {
  override readonly name = 'AnswerTooLong';
  constructor() {
    super('the answer of the node is too long', 'too big');
  }
}

/** The node traces some transactions of a block and not others. */
export class IncompleteTraces extends NodeDown {
  override readonly name = 'IncompleteTraces';
  constructor(message: string) {
    super(message, 'absent');
  }
}

/** The node refuses the call, or gives an invalid answer. `code` is JSON-RPC's. */
export class NodeRefused extends NodeError {
  override readonly name = 'NodeRefused';
  constructor(
    readonly code: number,
    message: string,
    failure: 'state gone' | 'reverted' | 'unknown method' | 'broken' = 'broken',
  ) {
    super(message, failure);
  }
}
