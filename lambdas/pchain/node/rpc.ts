import { createRpc, type RpcClient } from '../../core/node/rpc';
import { indexEndpoint, infoEndpoint, pChainEndpoint } from './endpoint';

/** One call per request, as avalanchego does not support batches. */
export interface PChainRpc {
  /** Throws a NodeError. Bare numbers above 2^53 lose digits; most are strings. */
  call(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Concurrent calls. Throws the first NodeError. */
  all(calls: readonly (readonly [method: string, params: Readonly<Record<string, unknown>>])[]): Promise<unknown[]>;
  /** undefined if the node does not serve the info API. */
  info(method: string): Promise<unknown>;
  /** Throws a NodeError. */
  index(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  readonly counter: Pick<RpcClient, 'calls' | 'failures'>;
  close(): Promise<void>;
}

/** `source`: the node's URL, which is secret and never part of an error. */
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
