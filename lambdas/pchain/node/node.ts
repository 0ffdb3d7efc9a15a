import { pChainSource } from '../../core/contract/pchain-source';
import { pastStaleConnections } from '../../core/fetch/stale-connections';
import { getFailure, getHttpFailure } from '../../core/node/classify';
import { NodeDown } from '../../core/node/errors';
import { followRedirects, redirectingAnswer } from '../../core/node/redirects';
import { sourceUrl } from '../../core/node/sources';
import { systemClock } from '../../core/runtime/clock';
import { annotate, inSpan } from '../../core/telemetry/active-span';
import { rpcSpan } from '../../core/telemetry/rpc-span';
import { CODE } from '../contract/rpc-errors';
import { MAX_ANSWER_BYTES } from '../contract/rpc-limits';
import { failure, type RpcOutcome } from '../domain/json-rpc/answer';
import { JsonSyntaxError } from '../domain/json-rpc/json-scanner';
import { firstValue, getFields } from '../domain/json-rpc/json-text';
import { pChainEndpoint } from './endpoint';

/** `params`: JSON text. Throws NodeDown if there is no answer before the signal aborts. */
export type AskNode = (network: string, method: string, params: string, signal: AbortSignal) => Promise<RpcOutcome>;

export const fetchNode: AskNode = async (network, ...call) =>
  fetchSource(await sourceUrl(pChainSource(network)), ...call);

/**
 * Verbatim, so that large numbers keep all digits. Forwards nothing of the caller's request except
 * the method and params.
 */
export const fetchSource: AskNode = (source, method, ...call) =>
  inSpan(
    () => rpcSpan([method]),
    () => ask(source, method, ...call),
  );

const ask: AskNode = async (source, method, params, signal) => {
  const { url, headers } = pChainEndpoint(source);
  annotate({ 'server.address': url.hostname });
  const body = `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`;
  let status: number;
  let retryAfter: string | undefined;
  let text: string | undefined;
  try {
    const request = { method: 'POST', headers, body, signal, redirect: 'manual' } as const;
    const send = async (at: URL) => redirectingAnswer(await fetch(at, request));
    const answer = await pastStaleConnections(() => followRedirects(url, send));
    ({ status, retryAfter } = answer);
    text = await toText(answer.body);
  } catch {
    // Drops the cause on purpose: it may contain the URL, which is secret.
    throw new NodeDown(signal.aborted ? 'the node does not answer in time' : 'the node does not answer');
  }
  if (text === undefined) return failure(CODE.serverError, 'the answer of the node is too long');
  const outcome = getOutcome(text);
  // avalanchego sends errors with status 200. Other statuses are from a proxy, and transient.
  if (status !== 200 && !(outcome && 'result' in outcome)) throw getHttpFailure(status, retryAfter, systemClock());
  if (outcome) return outcome;
  throw new NodeDown('the node does not answer with JSON-RPC');
};

/** undefined if longer than MAX_ANSWER_BYTES. */
async function toText(body: AsyncIterable<Uint8Array> | null): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function getOutcome(text: string): RpcOutcome | undefined {
  try {
    const answer = firstValue(text);
    if (!answer.startsWith('{')) return undefined;
    const { result, error } = getFields(answer);
    if (error !== undefined && error !== 'null') return getRefusal(error);
    return result === undefined ? undefined : { result };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** avalanchego uses this one code. Other messages may be a load balancer's, and leak the URL. */
function getRefusal(error: string): RpcOutcome {
  if (!error.startsWith('{')) return failure(CODE.serverError, 'the node refuses the call');
  const { code, message = '""', data = 'null' } = getFields(error);
  const number = Number(code);
  if (number === CODE.serverError && message.startsWith('"'))
    return failure(CODE.serverError, JSON.parse(message) as string, data.startsWith('{') ? data : undefined);
  const meant = getFailure({ code: number });
  if (meant instanceof NodeDown) throw meant;
  return failure(CODE.serverError, `the node refuses the call${Number.isInteger(number) ? ` (${number})` : ''}`);
}
