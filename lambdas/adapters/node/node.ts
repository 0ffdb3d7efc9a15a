import { chunk } from '../../domain/chunk';
import { nodeEndpoint } from './endpoint';
import { NodeDown, NodeRefused } from './errors';
import type { Call, Outcome } from './rpc';
import { sourceUrl } from './sources';

/** Calls a chain's node from an API function: one request, one attempt, a short timeout. */
export interface Node {
  /** Throws NodeDown after `timeoutMs` or without a source, NodeRefused if the node answers with an error. */
  call(chainId: string, method: string, params: readonly unknown[], timeoutMs?: number): Promise<unknown>;
  /** Several calls as one JSON-RPC batch, each with its own outcome. Throws NodeDown if there is no answer. */
  batch(chainId: string, calls: readonly Call[]): Promise<Outcome[]>;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

/** Timeout of a request, ms. */
const TIMEOUT_MS = 5_000;
/** Calls in one request: what nodes commonly accept. */
const MAX_BATCH_CALLS = 100;

/** The platform's `fetch`: it adds nothing to the bundle, and a single request needs no pool. */
async function post(chainId: string, body: unknown, timeoutMs: number): Promise<unknown> {
  try {
    const { url, headers } = nodeEndpoint(await sourceUrl(chainId));
    const signal = AbortSignal.timeout(timeoutMs);
    return await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })).json();
  } catch (error) {
    if (error instanceof NodeDown) throw error;
    // The cause may contain the URL, which is secret: dropped on purpose.
    throw new NodeDown(`the node of chain ${chainId} does not answer`);
  }
}

const refusal = (chainId: string, method: string, code = 0): NodeRefused =>
  new NodeRefused(code, `the node of chain ${chainId} refuses ${method}`);

/** The nodes of the configured chains. */
export const node: Node = {
  async call(chainId, method, params, timeoutMs = TIMEOUT_MS) {
    const { error, result } = (await post(chainId, { jsonrpc: '2.0', id: 1, method, params }, timeoutMs)) as Answer;
    if (error) throw refusal(chainId, method, error.code);
    return result;
  },
  async batch(chainId, calls) {
    const parts = chunk(calls, MAX_BATCH_CALLS);
    const outcomes = await Promise.all(
      parts.map(async (part) => {
        const requests = part.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
        const answers = await post(chainId, requests, TIMEOUT_MS);
        if (!Array.isArray(answers)) throw new NodeDown(`the node of chain ${chainId} does not answer a batch`);
        const byId = new Map((answers as Answer[]).map((answer) => [answer.id, answer]));
        return requests.map(({ id, method }): Outcome => {
          const { result, error } = byId.get(id) ?? { error: { code: 0 } };
          return error ? { error: refusal(chainId, method, error.code) } : { result };
        });
      }),
    );
    return outcomes.flat();
  },
};
