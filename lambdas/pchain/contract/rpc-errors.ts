// Without zod: every node RPC function loads this.

export const CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internalError: -32603,
  /** Any failure of a method; nodes use no other code for it. */
  serverError: -32000,
  /** EIP-1474. */
  limitExceeded: -32005,
} as const;

/** Without a call, such as for an unreadable request. */
export const rpcErrorBody = (code: number, message: string) => ({
  jsonrpc: '2.0' as const,
  error: { code, message, data: {} },
  id: null,
});
