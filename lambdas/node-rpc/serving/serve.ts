import { inParallel } from '../../core/runtime/concurrency';
import { CODE } from '../../pchain/contract/rpc-errors';
import { MAX_ANSWER_BYTES, MAX_BATCH_CALLS, MAX_PAYLOAD_BYTES } from '../../pchain/contract/rpc-limits';
import { answerText, failure, type RpcOutcome } from '../../pchain/domain/json-rpc/answer';
import { type RpcRequest, readBody, readRequest, toEcho } from '../domain/request';
import type { Calls, Target } from './calls';

/** Answers with validators take megabytes. */
const CALLS_AT_ONCE = 8;
const TOO_LONG = failure(CODE.serverError, 'the answers of this batch exceed the size limit; send fewer calls');

export interface Served {
  readonly text: string;
  readonly calls: number;
  readonly errors: Readonly<Record<number, number>>;
}

/** Answers a single call as nodes do, a batch as specified by JSON-RPC 2.0. */
export async function serve(calls: Calls, body: string, target: Target, signal?: AbortSignal): Promise<Served> {
  const errors: Record<number, number> = {};
  const written = (outcome: RpcOutcome, id: string | undefined): string => {
    if ('error' in outcome) errors[outcome.error.code] = (errors[outcome.error.code] ?? 0) + 1;
    return answerText(outcome, id);
  };
  const answer = async (request: RpcRequest, inBatch: boolean): Promise<string | undefined> => {
    const outcome = await getOutcome((one) => calls(one, target, signal), request, inBatch);
    return outcome && written(outcome, request.id);
  };
  const read = readBody(body);
  if ('one' in read) {
    const whole = (await answer(read.one, false)) ?? '';
    const tooLong = failure(CODE.serverError, 'the answer is too long');
    const text = toPayload(whole) > MAX_PAYLOAD_BYTES ? written(tooLong, read.one.id) : whole;
    return { text: text && `${text}\n`, calls: 1, errors };
  }
  const { batch } = read;
  if (batch.length === 0 || batch.length > MAX_BATCH_CALLS) {
    const message =
      batch.length === 0 ? 'a batch must not be empty' : `a batch must have at most ${MAX_BATCH_CALLS} calls`;
    return { text: `${written(failure(CODE.invalidRequest, message), undefined)}\n`, calls: 0, errors };
  }
  const answers: (string | undefined)[] = [];
  let left = MAX_ANSWER_BYTES;
  await inParallel([...batch.entries()], CALLS_AT_ONCE, async ([i, text]) => {
    const request = readRequest(text);
    // Once the size limit is reached, the remaining calls are not sent to the node.
    const given = left > 0 || isNotification(request) ? await answer(request, true) : undefined;
    if (given !== undefined) left -= toPayload(given);
    if (given !== undefined && left >= 0) answers[i] = given;
    else if (!isNotification(request)) answers[i] = written(TOO_LONG, request.id);
  });
  const given = answers.filter((text) => text !== undefined);
  return { text: given.length > 0 ? `[${given.join(',')}]\n` : '', calls: batch.length, errors };
}

/** Bytes in the Lambda response, which is JSON itself: each quote takes a backslash. */
const toPayload = (text: string): number => Buffer.byteLength(JSON.stringify(text));

const isNotification = ({ id, problem }: RpcRequest): boolean => id === undefined && problem === undefined;

/** Undefined for a notification, which is not sent to the node, as all methods are read-only. */
async function getOutcome(
  ask: (request: RpcRequest) => Promise<RpcOutcome>,
  request: RpcRequest,
  inBatch: boolean,
): Promise<RpcOutcome | undefined> {
  const { version, problem } = request;
  // Answered even without an ID, as the ID itself may be the unreadable part.
  if (problem !== undefined) return failure(inBatch ? CODE.invalidRequest : CODE.parseError, problem, toEcho(request));
  if (isNotification(request)) return undefined;
  if (version !== '2.0') return failure(CODE.invalidRequest, 'jsonrpc must be 2.0', toEcho(request));
  return ask(request);
}
