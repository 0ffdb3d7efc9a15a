/** A node did not do what we asked. The class decides what happens next; no one reads the message for that. */
export class NodeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** It may go well later: no connection, a timeout, HTTP 429 or 5xx, an answer that is not there yet. */
export class NodeDown extends NodeError {}

/** It will not: the node refuses the call, or answers what no such node answers. `code` is JSON-RPC's. */
export class NodeRefused extends NodeError {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
