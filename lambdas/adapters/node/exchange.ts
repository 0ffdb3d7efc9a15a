import { chunk } from '../../contract/chunk';
import type { Clock } from '../clock';
import { failureOf, httpFailureOf, type RpcError } from './classify';
import { AnswerTooLong, NodeDown, type NodeError } from './errors';
import { shortenTexts } from './shorten-texts';

/** A JSON-RPC call: method and parameters. */
export type Call = readonly [method: string, ...params: unknown[]];
/** The outcome of one call of a batch. */
export type Outcome = { readonly result: unknown } | { readonly error: NodeError };

/** The error of a call, if it has one. */
export const errorOf = (outcome: Outcome | undefined): NodeError | undefined =>
  outcome && 'error' in outcome ? outcome.error : undefined;

/** The result of a call; throws its error. */
export function resultOf(outcome: Outcome | undefined): unknown {
  if (!outcome) throw new NodeDown('the node did not answer a call of the batch');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

/** An HTTP answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
}
/** Sends a request. Throws TimedOut if the node took it and does not answer in time, anything else if it is away. */
export type Post = (body: string) => Promise<HttpAnswer>;
/** The node took the request and does not answer in time. */
export class TimedOut extends Error {}

/** Limits of an answer that may be long: what is kept of it, and of each text within it, bytes. */
export interface AnswerLimits {
  readonly maxBytes: number;
  readonly maxTextBytes: number;
}

interface Answer {
  readonly id?: number | null;
  readonly result?: unknown;
  readonly error?: RpcError | null;
}

/** Longest answer to several calls that is read, bytes: less is asked for then. A single answer has no such choice. */
const MAX_BATCH_ANSWER_BYTES = 8_000_000;
const MAX_ANSWER_BYTES = 150_000_000;
/** Answers that are errors are shorter. */
const MAX_ERROR_BYTES = 4_096;
/** After this long, ms, a node that refused long batches is offered longer ones again. */
const LENGTH_RECOVERY_MS = 300_000;
/** JSON-RPC's code for an invalid request: geth answers the first call of a batch that is too long with it. */
const INVALID_REQUEST = -32600;

/**
 * Exchanges calls for outcomes: as one JSON-RPC batch, or as several if the node refuses long ones; the length that it
 * takes is remembered. Never throws and never repeats a call that the node took.
 */
export function openExchange(post: Post, maxCalls: number, now: Clock) {
  let length = maxCalls;
  let shortenedAt = 0;

  const shorten = (refused: number): void => {
    // Parts that were sent together shorten it once.
    if (refused <= length) length = Math.max(1, Math.floor(refused / 2));
    shortenedAt = now();
  };

  const askPart = async (part: readonly Call[], limits: AnswerLimits | undefined): Promise<Outcome[]> => {
    const requests = part.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
    const [only] = requests;
    const all = (error: NodeError): Outcome[] => part.map(() => ({ error }));
    if (!only) return [];
    const single = requests.length === 1;
    const answer = await read(post, JSON.stringify(single ? only : requests), { single, limits }, now);
    if (answer instanceof NodeDown) return all(answer);
    if (single) return [outcomeOf((Array.isArray(answer) ? answer[0] : answer) as Answer | undefined)];
    if (isTooLong(answer, part.length)) {
      shorten(part.length);
      return ask(part, limits);
    }
    if (!Array.isArray(answer)) return all(failureOf((answer as Answer | null)?.error ?? {}));
    const byId = new Map((answer as Answer[]).map((one) => [one?.id, one]));
    return requests.map(({ id }) => outcomeOf(byId.get(id)));
  };

  const ask = async (calls: readonly Call[], limits?: AnswerLimits): Promise<Outcome[]> => {
    if (length < maxCalls && now() - shortenedAt > LENGTH_RECOVERY_MS) {
      length = Math.min(maxCalls, length * 2);
      shortenedAt = now();
    }
    return (await Promise.all(chunk(calls, length).map((part) => askPart(part, limits)))).flat();
  };
  return {
    ask,
    /** Sends shorter batches for some minutes, as the node throttles these again and again. */
    shorten: (calls: number): void => shorten(Math.min(calls, length)),
  };
}

/** Whether the node refused a batch as such: not for its rate, and not for the length of the answer. */
function isTooLong(answer: unknown, calls: number): boolean {
  if (!Array.isArray(answer)) {
    const { failure } = failureOf((answer as Answer | null)?.error ?? {});
    return failure !== 'throttled' && failure !== 'too big';
  }
  return answer.length < calls && (answer as Answer[]).some((one) => one?.error?.code === INVALID_REQUEST);
}

function outcomeOf(answer: Answer | undefined): Outcome {
  if (!answer) return { error: new NodeDown('the node leaves a call without an answer') };
  return answer.error ? { error: failureOf(answer.error) } : { result: answer.result };
}

/** The parsed answer. Some nodes send a JSON-RPC error with an HTTP status of failure: that is an answer. */
async function read(
  post: Post,
  text: string,
  { single, limits }: { readonly single: boolean; readonly limits: AnswerLimits | undefined },
  now: Clock,
): Promise<unknown> {
  try {
    const { status, retryAfter, body } = await post(text);
    const whole = limited(body, single ? MAX_ANSWER_BYTES : MAX_BATCH_ANSWER_BYTES);
    const chunks: Uint8Array[] = [];
    const kept = limits ? limited(shortenTexts(whole, limits.maxTextBytes, MAX_ERROR_BYTES), limits.maxBytes) : whole;
    for await (const chunk of kept) chunks.push(chunk);
    const parsed = parse(Buffer.concat(chunks).toString('utf8'));
    const isError = status < 200 || status >= 300;
    const hasError = Array.isArray(parsed) || Boolean((parsed as Answer | undefined)?.error);
    if (isError && (!hasError || status === 429 || status >= 500)) return httpFailureOf(status, retryAfter, now());
    return parsed === undefined ? new NodeDown('the node does not answer with JSON') : parsed;
  } catch (error) {
    if (error instanceof NodeDown) return error;
    // The cause may contain the URL, which is secret: dropped on purpose.
    if (error instanceof TimedOut) return new NodeDown('the node does not answer in time', 'too big');
    return new NodeDown('the node does not answer');
  }
}

async function* limited(body: HttpAnswer['body'], maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AnswerTooLong();
    yield chunk;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asks for a part of the calls at a time if the node finds the answer to all of them too big. */
export function halving(
  batch: (calls: readonly Call[]) => Promise<Outcome[]>,
): (calls: readonly Call[]) => Promise<Outcome[]> {
  const halved = async (calls: readonly Call[]): Promise<Outcome[]> => {
    const outcomes = await batch(calls).catch((error: unknown) => {
      if (calls.length > 1 && error instanceof NodeDown && error.failure === 'too big') return undefined;
      throw error;
    });
    if (outcomes) return outcomes;
    const middle = Math.ceil(calls.length / 2);
    return [...(await halved(calls.slice(0, middle))), ...(await halved(calls.slice(middle)))];
  };
  return halved;
}
