import type { NewSpan } from './span';

/** A span for one request to a node, single or batch. */
export function rpcSpan(methods: readonly string[]): NewSpan {
  const method = [...new Set(methods)].join(',');
  const size = methods.length > 1 ? methods.length : undefined;
  return {
    name: method,
    kind: 'client',
    attributes: { 'rpc.system': 'jsonrpc', 'rpc.method': method, 'rpc.batch.size': size },
  };
}
