import { Pool } from 'undici';
import { systemTimer, type Timer } from '../clock';
import { nodeEndpoint } from './endpoint';
import { NodeDown, NodeError, NodeRefused } from './errors';

/** A JSON-RPC call: method and parameters. */
export type Call = readonly [method: string, ...params: unknown[]];
/** The outcome of one call of a batch. */
export type Outcome = { readonly result: unknown } | { readonly error: NodeError };

/** A node, asked in batches. */
export interface RpcClient {
  /** Sends the calls as one JSON-RPC batch. Throws NodeDown when the node does not answer after the retries. */
  batch(calls: readonly Call[]): Promise<Outcome[]>;
  /** One call; throws its error. */
  call(...call: Call): Promise<unknown>;
  /** Calls made so far, retries included. */
  readonly calls: number;
  close(): Promise<void>;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

/** JSON-RPC codes worth a retry: limit exceeded (EIP-1474), resource unavailable. */
const RETRYABLE_CODES = new Set([-32005, -32002, 429]);

/**
 * A client over a pool of connections, with retries, jitter and a limit on calls per second. The source is a secret
 * URL: no error of this client contains it, nor the underlying cause, which may.
 */
export function openRpc(
  source: string,
  {
    callsPerSecond,
    timeoutMs = 10_000,
    attempts = 4,
    timer = systemTimer,
  }: { callsPerSecond: number; timeoutMs?: number; attempts?: number; timer?: Timer },
): RpcClient {
  const { url, headers } = nodeEndpoint(source);
  const pool = new Pool(url.origin, {
    connections: 8,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connectTimeout: timeoutMs,
  });
  let batches = true;
  let calls = 0;
  let freeAt = 0;

  /** Waits under the rate limit: one call every 1/n second, in order. */
  const waitForRate = async (count: number) => {
    const now = timer.now();
    const at = Math.max(now, freeAt);
    freeAt = at + (count * 1_000) / callsPerSecond;
    calls += count;
    // Bursts of up to a second's worth are allowed: the limit is a rate, not a spacing.
    if (at - now > 1_000) await timer.sleep(at - now - 1_000);
  };

  const post = async (body: unknown): Promise<unknown> => {
    try {
      const response = await pool.request({
        path: url.pathname + url.search,
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      // Some nodes send a JSON-RPC error with a 4xx status: that counts as an answer.
      const answer: unknown =
        response.statusCode < 500 && response.statusCode !== 429 ? await response.body.json() : undefined;
      if (response.statusCode >= 300 && !(answer as Answer | undefined)?.error) {
        if (answer === undefined) await response.body.dump();
        throw new NodeDown(`the node answers HTTP ${response.statusCode}`);
      }
      return answer;
    } catch (error) {
      throw error instanceof NodeError ? error : new NodeDown('the node does not answer');
    }
  };

  const send = async (batch: readonly Call[]): Promise<Outcome[]> => {
    await waitForRate(batch.length);
    const requests = batch.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
    if (!batches || requests.length === 1)
      return Promise.all(requests.map(async (r) => outcome((await post(r)) as Answer)));
    const answers = await post(requests);
    if (!Array.isArray(answers)) {
      // Some nodes answer a batch with a single error: from now on each call is sent alone.
      batches = false;
      return send(batch);
    }
    const byId = new Map((answers as Answer[]).map((answer) => [answer.id, answer]));
    return requests.map(({ id }) =>
      outcome(byId.get(id) ?? { error: { code: 429, message: 'no answer in the batch' } }),
    );
  };

  const batch = async (wanted: readonly Call[]): Promise<Outcome[]> => {
    for (let attempt = 1; ; attempt++) {
      const outcomes = await send(wanted).catch((error: unknown): Outcome[] => {
        if (error instanceof NodeDown) return wanted.map(() => ({ error }));
        throw error;
      });
      const down = outcomes.find((o): o is { error: NodeError } => 'error' in o && o.error instanceof NodeDown);
      if (!down) return outcomes;
      if (attempt === attempts) throw down.error;
      await timer.sleep((0.5 + Math.random()) * 100 * 2 ** attempt);
    }
  };

  return {
    batch,
    async call(...call) {
      const [only] = await batch([call]);
      if (!only || 'error' in only) throw only?.error ?? new NodeDown('the node does not answer');
      return only.result;
    },
    get calls() {
      return calls;
    },
    close: () => pool.destroy(),
  };
}

function outcome({ result, error }: Answer): Outcome {
  if (!error) return { result };
  // Our own message: the node's may contain the URL or its key.
  const code = Number(error.code ?? 0);
  return {
    error: RETRYABLE_CODES.has(code)
      ? new NodeDown(`the node asks to wait (${code})`)
      : new NodeRefused(code, `the node refuses the call (${code})`),
  };
}
