/** A failure of a node. The class decides what happens next; no code reads the message. */
export class NodeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** May succeed later: no connection, a timeout, HTTP 429 or 5xx, an answer that is not there yet. */
export class NodeDown extends NodeError {}

/** Will not succeed: the node refuses the call, or gives an invalid answer. `code` is JSON-RPC's. */
export class NodeRefused extends NodeError {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
