import { errors, Pool } from 'undici';
import { MAX_BATCH_CALLS } from '../contract/max-batch-calls';
import { decompressedBody } from '../fetch/decompressed-body';
import { pastStaleConnections } from '../fetch/stale-connections';
import { systemTimer, type Timer } from '../runtime/clock';
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
  /**
   * Sends the calls as one JSON-RPC batch, retries transient failures, and splits the batch if the answer is too big or
   * too slow. Throws NodeDown if the node has not answered all of them after the retries.
   */
  batch(calls: readonly Call[]): Promise<Outcome[]>;
  /**
   * Like `batch`, but does not split: throws NodeDown if the answer to several calls is `too big`, so the caller can
   * learn from it.
   */
  wholeBatch(calls: readonly Call[]): Promise<Outcome[]>;
  /** Throws the call's error. */
  call(...call: Call): Promise<unknown>;
  /** Sends one call with a long answer. Throws AnswerTooLong above the limit. */
  callWithin(limits: AnswerLimits, ...call: Call): Promise<unknown>;
  /** Calls made so far, retries included. */
  readonly calls: number;
  /** Failed calls by failure; reverts count as answers. */
  readonly failures: Readonly<Partial<Record<Failure, number>>>;
  readonly bytes: number;
  /** Calls in flight fail within `NAP_MS`, even while they wait, and are not retried. */
  close(): Promise<void>;
}

/** A request may take this multiple of the idle timeout in total: long answers take time. */
const MAX_IDLE_TIMEOUTS = 3;
/** Longest delay between two attempts, ms. */
const MAX_DELAY_MS = 5_000;
/** Attempts of a call that fails with an internal error: it may be transient, but some calls always fail. */
const BROKEN_ATTEMPTS = 3;
/** Fully throttled batches in a row before shorter ones are tried. */
const THROTTLED_BATCHES = 2;
/** A wait ends at most this long after the client was closed, ms. */
const NAP_MS = 200;
/** JSON-RPC's code for an internal error. */
const INTERNAL_ERROR = -32603;

interface RpcSettings {
  readonly callsPerSecond: number;
  readonly timeoutMs?: number;
  readonly attempts?: number;
  readonly timer?: Timer;
  /** Maps the source to its URL and headers. */
  readonly getEndpoint?: typeof nodeEndpoint;
  /** Calls per HTTP request; 1 if the node does not support batches. */
  readonly maxBatchCalls?: number;
}

/**
 * Creates a client over a connection pool, with retries, jitter and a limit on calls per second. The source is a secret
 * URL: errors of this client contain neither it nor the underlying cause, which may.
 */
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
