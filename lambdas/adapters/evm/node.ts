import { nodeEndpoint } from './endpoint';
import { NodeDown, NodeRefused } from './errors';
import { sourceUrl } from './sources';

/** Asks a chain's node from an API function: one call, one try, a short wait. */
export interface Node {
  /** Throws NodeDown after `timeoutMs` or without a source, NodeRefused where the node answers an error. */
  call(chainId: string, method: string, params: readonly unknown[], timeoutMs?: number): Promise<unknown>;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

/** The platform's `fetch`: it adds nothing to the bundle, and one call a request needs no pool. */
export const node: Node = {
  async call(chainId, method, params, timeoutMs = 5_000) {
    let answer: Answer;
    try {
      const { url, headers } = nodeEndpoint(await sourceUrl(chainId));
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      answer = (await response.json()) as Answer;
    } catch (error) {
      if (error instanceof NodeDown) throw error;
      // The cause may hold the URL: it is dropped on purpose.
      throw new NodeDown(`the node of chain ${chainId} does not answer`);
    }
    if (answer.error) throw new NodeRefused(answer.error.code ?? 0, `the node of chain ${chainId} refuses ${method}`);
    return answer.result;
  },
};
