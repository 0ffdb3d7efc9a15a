// Without zod: every function of the node RPC loads this.

/** The codes of errors: those of JSON-RPC 2.0, and two more. */
export const CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internalError: -32603,
  /** Every failure of a method: nodes have no other code for one. */
  serverError: -32000,
  /** Limit exceeded (EIP-1474). */
  limitExceeded: -32005,
} as const;

/** The body of an error that is of no call. */
export const rpcErrorBody = (code: number, message: string) => ({
  jsonrpc: '2.0' as const,
  error: { code, message, data: {} },
  id: null,
});
