import { createRpc, type RpcClient } from '../../core/node/rpc';
import { indexEndpoint, infoEndpoint, pChainEndpoint } from './endpoint';

/** A node of a P-chain: one call a request, as avalanchego takes no batches. */
export interface PChainRpc {
  /** One method of the P-chain. Throws a NodeError. Numbers beyond 2^53 lose digits: most are text in its answers. */
  call(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Several calls at once. Throws the first NodeError. */
  all(calls: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>])[]): Promise<unknown[]>;
  /** A method of the node's own `info`; undefined if it does not serve that. */
  info(method: string): Promise<unknown>;
  /** A method of the node's index of blocks. Throws a NodeError. */
  index(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Calls made and failed so far. */
  readonly counter: Pick<RpcClient, 'calls' | 'failures'>;
  close(): Promise<void>;
}

/** Opens a node by its source URL, which is secret: no error contains it. */
export function createPChainRpc(source: string, { callsPerSecond }: { readonly callsPerSecond: number }): PChainRpc {
  const settings = { callsPerSecond, maxBatchCalls: 1 };
  const platform = createRpc(source, { ...settings, getEndpoint: pChainEndpoint });
  const info = createRpc(source, { ...settings, attempts: 1, getEndpoint: infoEndpoint });
  const index = createRpc(source, { ...settings, getEndpoint: indexEndpoint });
  return {
    call: (method, params = {}) => platform.call(`platform.${method}`, params),
    async all(calls) {
      const outcomes = await platform.batch(calls.map(([method, params]) => [`platform.${method}`, params]));
      return outcomes.map((outcome) => {
        if ('error' in outcome) throw outcome.error;
        return outcome.result;
      });
    },
    info: (method) => info.call(`info.${method}`, {}).catch(() => undefined),
    index: (method, params) => index.call(`index.${method}`, params),
    counter: platform,
    async close() {
      await Promise.all([platform.close(), info.close(), index.close()]);
    },
  };
}
