import { errors, Pool } from 'undici';
import { MAX_BATCH_CALLS } from '../contract/max-batch-calls';
import { decompressedBody } from '../fetch/decompressed-body';
import { pastStaleConnections } from '../fetch/stale-connections';
import { systemTimer, type Timer } from '../runtime/clock';
import { annotate } from '../telemetry/active-span';
import { nodeEndpoint } from './endpoint';
import { type Failure, NodeDown, type NodeError, NodeRefused } from './errors';
import {
  type AnswerLimits,
  type Call,
  createExchange,
  getResult,
  halving,
  type Outcome,
  type Post,
  TimedOut,
  toError,
} from './exchange';
import { createRate } from './rate';
import { followRedirects } from './redirects';

export { type Call, getResult, type Outcome } from './exchange';

export interface RpcClient {
  /** Retries transient failures; splits an answer that is too big or slow. Throws NodeDown if calls stay unanswered. */
  batch(calls: readonly Call[]): Promise<Outcome[]>;
  /** Without splitting: throws NodeDown if an answer to several calls is `too big`, so that the caller can adapt. */
  wholeBatch(calls: readonly Call[]): Promise<Outcome[]>;
  call(...call: Call): Promise<unknown>;
  /** Throws AnswerTooLong above the limit. */
  callWithin(limits: AnswerLimits, ...call: Call): Promise<unknown>;
  readonly calls: number;
  /** Reverts count as answers, not failures. */
  readonly failures: Readonly<Partial<Record<Failure, number>>>;
  readonly bytes: number;
  /** Calls in flight fail within `NAP_MS`, even while they wait, and are not retried. */
  close(): Promise<void>;
}

/** Total time of a request, as a multiple of the idle timeout: long answers take time. */
const MAX_IDLE_TIMEOUTS = 3;
const MAX_DELAY_MS = 5_000;
/** An internal error may be transient, but some calls always fail. */
const BROKEN_ATTEMPTS = 3;
const THROTTLED_BATCHES = 2;
const NAP_MS = 200;
const INTERNAL_ERROR = -32603;

interface RpcSettings {
  readonly callsPerSecond: number;
  readonly timeoutMs?: number;
  readonly attempts?: number;
  readonly timer?: Timer;
  readonly getEndpoint?: typeof nodeEndpoint;
  readonly maxBatchCalls?: number;
}

/** `source` is a secret URL: errors contain neither it nor the underlying cause, which may. */
export function createRpc(
  source: string,
  {
    callsPerSecond,
    timeoutMs = 10_000,
    attempts = 4,
    timer = systemTimer,
    getEndpoint = nodeEndpoint,
    maxBatchCalls = MAX_BATCH_CALLS,
  }: RpcSettings,
): RpcClient {
  const { url, headers } = getEndpoint(source);
  const pool = new Pool(url.origin, {
    connections: 8,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connectTimeout: timeoutMs,
  });
  let [calls, bytes, isClosed] = [0, 0, false];
  const sleep = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0 && !isClosed; left -= NAP_MS) await timer.sleep(Math.min(left, NAP_MS));
  };
  const rate = createRate(callsPerSecond, { steady: timer.steady, sleep });
  const failures: Partial<Record<Failure, number>> = {};

  const post: Post = (body) => {
    annotate({ 'server.address': url.hostname });
    const send = async ({ pathname, search }: URL) => {
      const answer = await pool.request({ path: pathname + search, method: 'POST', headers, body });
      // The pool's timeouts only detect silence: a node that sends a byte now and then would hold its caller forever.
      // Started here, as waiting for a connection must not count.
      const late = setTimeout(() => answer.body.destroy(new TimedOut()), MAX_IDLE_TIMEOUTS * timeoutMs);
      answer.body.once('close', () => clearTimeout(late));
      const { 'retry-after': retryAfter, 'content-encoding': encoding, location } = answer.headers;
      return {
        status: answer.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        location: typeof location === 'string' ? location : undefined,
        body: counted(decompressedBody(answer.body, encoding)),
      };
    };
    return pastStaleConnections(() => followRedirects(url, send)).catch((error: unknown) => {
      throw isTimeout(error) ? new TimedOut() : error;
    });
  };
  async function* counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw isTimeout(error) ? new TimedOut() : error;
    }
  }
  const exchange = createExchange(post, maxBatchCalls, timer.steady);

  const wholeBatch = async (wanted: readonly Call[], limits?: AnswerLimits): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    let left = [...wanted.keys()];
    for (let [attempt, throttled] = [1, 0]; ; attempt++) {
      await rate.take(left.length);
      if (isClosed) throw new NodeDown('the connection to the node was closed');
      calls += left.length;
      const answers = await exchange.ask(
        left.map((i) => wanted[i] as Call),
        limits,
      );
      for (const [k, i] of left.entries()) outcomes[i] = answers[k] as Outcome;
      const errors = left.flatMap((i) => toError(outcomes[i]) ?? []);
      for (const { failure } of errors) if (failure !== 'reverted') failures[failure] = (failures[failure] ?? 0) + 1;
      const tooBig = errors.find(({ failure }) => failure === 'too big');
      if (tooBig && wanted.length > 1) throw tooBig;
      const again = left.filter((i) => mayPass(toError(outcomes[i]), attempt));
      if (again.length === 0) return outcomes;
      // Some calls were answered: start over with the attempts.
      if (again.length < left.length) attempt = 1;
      const waits = errors.filter((one) => one instanceof NodeDown).filter(({ failure }) => failure === 'throttled');
      if (waits.length > 0) rate.slow(waits.length / left.length);
      throttled = waits.length === left.length ? throttled + 1 : 0;
      if (throttled >= THROTTLED_BATCHES) exchange.shorten(left.length);
      const down = errors.find((one) => one instanceof NodeDown);
      if (attempt >= attempts && down) throw down;
      const requestedMs = Math.max(0, ...waits.map(({ retryAfterMs = 0 }) => retryAfterMs));
      await sleep(Math.min(MAX_DELAY_MS, Math.max(requestedMs, (0.5 + Math.random()) * 100 * 2 ** attempt)));
      left = again;
    }
  };

  const only = async (call: Call, limits?: AnswerLimits): Promise<unknown> =>
    getResult((await wholeBatch([call], limits))[0]);

  return {
    batch: halving(wholeBatch),
    wholeBatch,
    call: (...call) => only(call),
    callWithin: (limits, ...call) => only(call, limits),
    get calls() {
      return calls;
    },
    failures,
    get bytes() {
      return bytes;
    },
    close() {
      isClosed = true;
      return pool.destroy();
    },
  };
}

function mayPass(error: NodeError | undefined, attempt: number): boolean {
  if (error instanceof NodeRefused)
    return error.code === INTERNAL_ERROR && error.failure === 'broken' && attempt < BROKEN_ATTEMPTS;
  return error !== undefined && error.failure !== 'too big';
}

const isTimeout = (error: unknown): boolean =>
  error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
