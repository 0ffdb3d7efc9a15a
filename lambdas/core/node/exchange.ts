import { chunk } from '../contract/chunk';
import { type Clock, systemClock } from '../runtime/clock';
import { annotate, inSpan } from '../telemetry/active-span';
import { rpcSpan } from '../telemetry/rpc-span';
import { getFailure, getHttpFailure, type RpcError } from './classify';
import { AnswerTooLong, NodeDown, type NodeError, NodeRefused } from './errors';
import { shortenTexts } from './shorten-texts';

export type Call = readonly [method: string, ...params: unknown[]];
export type Outcome = { readonly result: unknown } | { readonly error: NodeError };

export const toError = (outcome: Outcome | undefined): NodeError | undefined =>
  outcome && 'error' in outcome ? outcome.error : undefined;

/** Throws the call's error, or NodeDown without an outcome. */
export function getResult(outcome: Outcome | undefined): unknown {
  if (!outcome) throw new NodeDown('the node did not answer a call of the batch');
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
}
/** Throws TimedOut if the node accepted the request but does not answer, any other error if it is unreachable. */
export type Post = (body: string) => Promise<HttpAnswer>;
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

export interface AnswerLimits {
  readonly maxBytes: number;
  readonly maxTextBytes: number;
}

interface Answer {
  readonly id?: number | string | null;
  readonly result?: unknown;
  readonly error?: RpcError | null;
}

// Above this, bytes, fewer calls are sent at once. A single call cannot be split and may have a larger answer.
const MAX_BATCH_ANSWER_BYTES = 8_000_000;
const MAX_ANSWER_BYTES = 150_000_000;
/** Error answers are shorter than this, bytes. */
const MAX_ERROR_BYTES = 4_096;
/** A node that rejected long batches is offered longer ones again after this time, ms. */
const LENGTH_RECOVERY_MS = 300_000;
/** A node that failed at a single call too is down: for this time, ms, its failed batches are not split. */
const DOWN_MS = 10_000;

/**
 * Sends one JSON-RPC batch, or several if the node rejects long ones; remembers the accepted length. Never throws, and
 * never repeats an answered call. Nodes reject batches with any HTTP status, code or text. So when a batch fails as a
 * whole, its first call is sent alone: if that works, the batch was rejected; otherwise the node is down.
 */
export function createExchange(post: Post, maxCalls: number, steady: Clock) {
  let length = maxCalls;
  let shortenedAt = 0;
  let downAt = Number.NEGATIVE_INFINITY;
  // The last batch failed, perhaps transiently. If the next one fails too, its length is to blame.
  let isSuspect = false;

  const shorten = (refused: number): void => {
    // Parts sent together shorten it only once.
    if (refused <= length) length = Math.max(1, Math.floor(refused / 2));
    shortenedAt = steady();
  };

  const send = (part: readonly Call[], limits: AnswerLimits | undefined): Promise<Reply> =>
    inSpan(
      () => rpcSpan(part.map(([method]) => method)),
      async () => {
        const requests = part.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
        const single = requests.length === 1;
        const received = await read(post, JSON.stringify(single ? requests[0] : requests), { single, limits });
        const reply = single ? replyToOne(received) : replyToMany(received, requests.length);
        annotate({ 'error.type': reply.outcomes.map(toError).find(isNodes)?.failure });
        return reply;
      },
    );

  const fetchPart = async (part: readonly Call[], limits: AnswerLimits | undefined): Promise<Outcome[]> => {
    if (part.length === 0) return [];
    const reply = await send(part, limits);
    const { outcomes, refused } = reply;
    if (part.length > 1 && refused.length === 0) isSuspect = false;
    const [first, ...others] = refused;
    if (first === undefined || steady() - downAt < DOWN_MS) return outcomes;
    const callsAt = (indices: readonly number[]) => part.filter((_, i) => indices.includes(i));
    const withAnswers = (answers: readonly Outcome[]): Outcome[] => {
      const answerAt = new Map(refused.map((i, k) => [i, answers[k]]));
      return outcomes.map((outcome, i) => answerAt.get(i) ?? outcome);
    };
    const alone = await send(callsAt([first]), limits);
    const error = failureOfBoth(alone, reply, first);
    if (error) {
      downAt = steady();
      return withAnswers(refused.map(() => ({ error })));
    }
    if (reply.isCertain || isSuspect) shorten(part.length);
    isSuspect = true;
    const rest = callsAt(others);
    // One part first: if it is rejected, the others would be too.
    const next = rest.slice(0, length);
    const answers = [...alone.outcomes, ...(await fetchPart(next, limits))];
    return withAnswers([...answers, ...(await ask(rest.slice(next.length), limits))]);
  };

  const ask = async (calls: readonly Call[], limits?: AnswerLimits): Promise<Outcome[]> => {
    if (length < maxCalls && steady() - shortenedAt > LENGTH_RECOVERY_MS) {
      length = Math.min(maxCalls, length * 2);
      shortenedAt = steady();
    }
    return (await Promise.all(chunk(calls, length).map((part) => fetchPart(part, limits)))).flat();
  };
  return {
    ask,
    shorten: (calls: number): void => shorten(Math.min(calls, length)),
  };
}

interface Reply {
  readonly outcomes: Outcome[];
  /** Calls that failed together, as in a rejected batch. */
  readonly refused: readonly number[];
  readonly isCertain: boolean;
  readonly namesBatch: boolean;
}

const BATCH_TEXT = /batch/i;
const namesBatch = ({ message }: RpcError): boolean => typeof message === 'string' && BATCH_TEXT.test(message);
/** Not the contract's. */
const isNodes = (error: NodeError | undefined): error is NodeError =>
  error !== undefined && error.failure !== 'reverted';
const isOfLoad = ({ failure }: NodeError): boolean => failure === 'throttled' || failure === 'too big';
const isError = (entry: Answer | null): entry is Answer & { readonly error: RpcError } => Boolean(entry?.error);

function replyToOne(received: Received): Reply {
  const { answer, down } = received;
  const entry = (Array.isArray(answer) ? answer[0] : answer) as Answer | undefined;
  const outcome = down ? { error: down } : getOutcome(entry);
  return { outcomes: [outcome], refused: [], isCertain: false, namesBatch: BATCH_TEXT.test(received.refusal) };
}

function replyToMany({ answer, down, status, refusal }: Received, count: number): Reply {
  const all = [...Array(count).keys()];
  if (!Array.isArray(answer)) {
    const error = down ?? getFailure((answer as Answer | null)?.error ?? {});
    const isNamed = BATCH_TEXT.test(refusal);
    return {
      outcomes: all.map(() => ({ error })),
      refused: isNamed || status === 413 || !isOfLoad(error) ? all : [],
      isCertain: isNamed || !down || (status >= 400 && status < 500),
      namesBatch: isNamed,
    };
  }
  const entries = answer as (Answer | null)[];
  const byId = new Map(entries.map((entry) => [String(entry?.id), entry]));
  const byIndex = all.map((i) => byId.get(String(i)) ?? undefined);
  const errors = entries.filter(isError);
  // An error without a call's id applies to all unanswered calls.
  const stray = errors.find((entry) => !byIndex.includes(entry));
  const outcomes = byIndex.map((entry) => getOutcome(entry ?? stray));
  const isNamed = errors.some(({ error }) => namesBatch(error) && getFailure(error).failure !== 'reverted');
  const hasResult = byIndex.some((entry) => entry && !isError(entry));
  const isAlike = !hasResult && new Set(errors.map(({ error }) => `${error.code} ${error.message}`)).size < 2;
  const refused = all.filter((i) => {
    const error = toError(outcomes[i]);
    const entry = byIndex[i] ?? stray;
    if (!error || error.failure === 'reverted') return false;
    if (entry?.error && namesBatch(entry.error)) return true;
    if (isOfLoad(error)) return false;
    return byIndex[i] ? isAlike && error.failure === 'broken' : Boolean(stray) || isNamed || !hasResult;
  });
  return { outcomes, refused, isCertain: isNamed || Boolean(stray) || entries.length < count, namesBatch: isNamed };
}

/** The same error alone and in the batch: the batch is not to blame. */
function failureOfBoth(alone: Reply, batch: Reply, first: number): NodeError | undefined {
  const error = toError(alone.outcomes[0]);
  if (!(error instanceof NodeRefused)) return error;
  const together = toError(batch.outcomes[first]);
  const isSame =
    error.failure === 'broken' &&
    together instanceof NodeRefused &&
    together.code === error.code &&
    alone.namesBatch === batch.namesBatch;
  return isSame ? error : undefined;
}

function getOutcome(answer: Answer | undefined): Outcome {
  if (!answer) return { error: new NodeDown('the node left a call unanswered') };
  return answer.error ? { error: getFailure(answer.error) } : { result: answer.result };
}

/** `refusal`: start of the node's text when the whole request failed. */
interface Received {
  readonly answer?: unknown;
  readonly down?: NodeDown;
  readonly status: number;
  readonly refusal: string;
}

/** Some nodes send a JSON-RPC error with a failing HTTP status: that counts as an answer. */
async function read(
  post: Post,
  text: string,
  { single, limits }: { readonly single: boolean; readonly limits: AnswerLimits | undefined },
): Promise<Received> {
  const failed = (down: NodeDown, status = 0, refusal = ''): Received => ({ down, status, refusal });
  try {
    const { status, retryAfter, body } = await post(text);
    const whole = limited(body, single ? MAX_ANSWER_BYTES : MAX_BATCH_ANSWER_BYTES);
    const chunks: Uint8Array[] = [];
    const kept = limits ? limited(shortenTexts(whole, limits.maxTextBytes, MAX_ERROR_BYTES), limits.maxBytes) : whole;
    for await (const chunk of kept) chunks.push(chunk);
    const received = Buffer.concat(chunks).toString('utf8');
    const answer = parse(received);
    const error = Array.isArray(answer) ? undefined : (answer as Answer | null | undefined)?.error;
    const isFailed = status < 200 || status >= 300;
    const refusal = isFailed || error || answer === undefined ? received.slice(0, MAX_ERROR_BYTES) : '';
    const isAnswer = Array.isArray(answer) || Boolean(error);
    // A load balancer's own errors are transient; a revert is the contract's answer, whatever the status.
    const isPassing = (status === 429 || status >= 500) && !(error && getFailure(error).failure === 'reverted');
    if (isFailed && (!isAnswer || isPassing))
      return failed(getHttpFailure(status, retryAfter, systemClock()), status, refusal);
    if (answer === undefined) return failed(new NodeDown('the node does not answer with JSON'), status, refusal);
    return { answer, status, refusal };
  } catch (error) {
    if (error instanceof NodeDown) return failed(error);
    // The cause is dropped: it may contain the secret URL.
    if (error instanceof TimedOut) return failed(new NodeDown('the node does not answer in time', 'too big'));
    return failed(new NodeDown('the node does not answer'));
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
    // `JSON.parse` rejects a byte order mark.
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

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
