import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { COMMON_HEADERS } from '../../core/contract/answer-headers';
import { refusalIn } from '../../core/contract/key-text';
import type { FeeStateFormat, PChain } from '../../core/contract/pchain-config';
import { CODE } from '../../pchain/contract/rpc-errors';
import { MAX_BODY_BYTES } from '../../pchain/contract/rpc-limits';
import { answerText, failure } from '../../pchain/domain/json-rpc/answer';
import type { Target } from './calls';

const JSON_TYPE = 'application/json; charset=utf-8';

export const withRequestId = (
  { requestContext }: Pick<APIGatewayProxyEvent, 'requestContext'>,
  answer: APIGatewayProxyResult,
): APIGatewayProxyResult => ({
  ...answer,
  headers: { ...answer.headers, ...(requestContext?.requestId ? { 'x-request-id': requestContext.requestId } : {}) },
});

export const jsonAnswer = (body: string, statusCode = 200): APIGatewayProxyResult => ({
  statusCode,
  headers: { ...COMMON_HEADERS, 'content-type': JSON_TYPE },
  body,
});
const reject = (statusCode: number, code: number, message: string): APIGatewayProxyResult =>
  jsonAnswer(`${answerText(failure(code, message), undefined)}\n`, statusCode);
/** For errors that nodes return as plain text. */
const plain = (statusCode: number, body: string, headers: Record<string, string> = {}): APIGatewayProxyResult => ({
  statusCode,
  headers: { ...COMMON_HEADERS, ...headers, 'content-type': 'text/plain; charset=utf-8' },
  body,
});

export function admit(
  event: APIGatewayProxyEvent,
  pChains: readonly PChain[],
): { readonly answer: APIGatewayProxyResult } | { readonly body: string; readonly target: Target } {
  const { httpMethod, headers, pathParameters, queryStringParameters, body: given, isBase64Encoded } = event;
  const refusal = refusalIn(event.requestContext?.authorizer ?? {});
  if (refusal) return { answer: reject(refusal.status, CODE.invalidRequest, refusal.message) };
  const network = pathParameters?.network;
  const pChain = network === undefined ? getDefault(pChains) : pChains.find((one) => one.network === network);
  if (!pChain) {
    const known = pChains.map((one) => one.network).join(', ');
    return { answer: reject(404, CODE.invalidRequest, `unknown network ${network}; available: ${known}`) };
  }
  if (httpMethod !== 'POST')
    return { answer: plain(405, `rpc: POST method required, received ${httpMethod}`, { allow: 'POST, OPTIONS' }) };
  // Nodes compare the text before the semicolon without trimming it.
  const [type = ''] = (getHeader(headers, 'content-type') ?? '').split(';');
  if (type.toLowerCase() !== 'application/json')
    return { answer: plain(415, `rpc: unrecognized Content-Type: ${type}`) };
  const format = queryStringParameters?.format ?? pChain.feeStateFormat;
  if (!isFormat(format)) return { answer: reject(400, CODE.invalidRequest, 'format: must be specification or node') };
  const body = Buffer.from(given ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > MAX_BODY_BYTES)
    return { answer: reject(413, CODE.invalidRequest, `the body must be at most ${MAX_BODY_BYTES} bytes`) };
  return { body: body.toString('utf8'), target: { network: pChain.network, format } };
}

const getDefault = (pChains: readonly PChain[]): PChain | undefined => pChains.find((one) => one.default) ?? pChains[0];

const isFormat = (text: string): text is FeeStateFormat => text === 'specification' || text === 'node';

/** API Gateway keeps the caller's case of header names. */
const getHeader = (headers: APIGatewayProxyEvent['headers'] | null, name: string): string | undefined =>
  Object.entries(headers ?? {}).find(([given]) => given.toLowerCase() === name)?.[1];
