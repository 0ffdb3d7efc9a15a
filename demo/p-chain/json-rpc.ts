import { unknownMethod } from '../../lambdas/node-rpc/domain/method-name';
import { BAD_PARAMS, paramsObject } from '../../lambdas/node-rpc/domain/params-object';
import { type RpcRequest, readBody, toEcho } from '../../lambdas/node-rpc/domain/request';
import { CODE } from '../../lambdas/pchain/contract/rpc-errors';
import { answerText, answerWith, failure } from '../../lambdas/pchain/domain/json-rpc/answer';
import { safeInHtml } from '../../lambdas/pchain/domain/json-rpc/json-text';
import type { Answer } from './recording';

export type Service = {
  name: string;
  has(method: string): boolean;
  call(method: string, args: string): Answer;
};

export class ArgsError extends Error {
  override readonly message = BAD_PARAMS;
}

const NO_BATCHES = 'json: cannot unmarshal array into Go value of type json2.serverRequest';

/** Like avalanchego's gorilla/rpc, which deviates from JSON-RPC in edge cases. Empty for a notification. */
export function answerRpc(body: string, service: Service): string {
  const read = readBody(body);
  const request: RpcRequest = 'one' in read ? read.one : { version: '', method: '', problem: NO_BATCHES };
  const { version, id, problem } = request;
  const refuse = (code: number, message: string, data = 'null') => `${answerText(failure(code, message, data), id)}\n`;
  if (problem !== undefined) return refuse(CODE.parseError, problem, toEcho(request));
  if (id === undefined) return '';
  if (version !== '2.0') return refuse(CODE.invalidRequest, 'jsonrpc must be 2.0', toEcho(request));
  try {
    const answer = dispatch(request, service);
    return `${answerWith('text' in answer ? `"result":${answer.text}` : `"error":${answer.error}`, id)}\n`;
  } catch (error) {
    if (!(error instanceof ArgsError)) throw error;
    return refuse(CODE.serverError, error.message);
  }
}

export const refusal = (message: string): Answer => ({
  error: safeInHtml(JSON.stringify({ code: CODE.serverError, message, data: null })),
});

function dispatch({ method, params }: RpcRequest, service: Service): Answer {
  const known = method.startsWith(`${service.name}.`) && service.has(method);
  if (!known) return refusal(unknownMethod(method, service.name));
  const args = paramsObject(params);
  if (args === undefined) throw new ArgsError();
  return service.call(method, args);
}
