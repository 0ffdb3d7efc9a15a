import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { keyText } from '../../../lambdas/core/contract/key-text';
import type { PlanName } from '../../../lambdas/core/contract/plans';

export interface Handler<D> {
  withDeps(deps: D): (event: APIGatewayProxyEvent, context: never) => unknown;
}
/** A parameter with several values is repeated in the URL. */
export interface Asked {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | string[]>;
  /** Sent as JSON; strings are sent unchanged. */
  readonly body?: unknown;
  /** Default: JSON's, if there is a body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** As API Gateway sends content types it does not consider text. */
  readonly isBase64Encoded?: boolean;
  readonly caller?: { readonly plan: string; readonly ownerId: string };
  readonly requestId?: string;
  /** Default: the root. */
  readonly path?: string;
  /** Of a caller without a key. */
  readonly sourceIp?: string;
  readonly httpMethod?: 'GET' | 'HEAD' | 'POST';
  /** The key that API Gateway looked up, if not the caller's; null: none. */
  readonly apiKey?: string | null;
}

/** Invokes the deployed handler as API Gateway does. `body` is empty unless the response is JSON. */
export async function call<D>(handler: Handler<D>, deps: D, asked: Asked = {}) {
  const { params = {}, query = {}, body: sent, headers: sentHeaders, isBase64Encoded = false } = asked;
  const { caller, apiKey, requestId, path, sourceIp, httpMethod = sent === undefined ? 'GET' : 'POST' } = asked;
  const multiValueQueryStringParameters = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, [value].flat()]),
  );
  const own = caller && keyText(caller.plan as PlanName, caller.ownerId, '0'.repeat(32));
  const requestContext = {
    ...(requestId === undefined ? {} : { requestId }),
    ...(path === undefined ? {} : { path: `/live${path}`, domainName: 'api.example' }),
    ...(sourceIp === undefined ? {} : { identity: { sourceIp } }),
    ...(caller ? { authorizer: caller, identity: { apiKey: apiKey === undefined ? own : apiKey } } : {}),
  };
  const text = sent === undefined || typeof sent === 'string' ? (sent ?? null) : JSON.stringify(sent);
  const event = {
    httpMethod,
    pathParameters: params,
    multiValueQueryStringParameters,
    requestContext,
    headers: sentHeaders ?? (sent === undefined ? {} : { 'content-type': 'application/json' }),
    body: isBase64Encoded && text !== null ? Buffer.from(text).toString('base64') : text,
    isBase64Encoded,
  } as unknown as APIGatewayProxyEvent;
  const answer = (await handler.withDeps(deps)(event, {} as never)) as APIGatewayProxyResult;
  const headers = answer.headers ?? {};
  const body =
    headers['content-type'] === 'application/json' && answer.body !== ''
      ? (JSON.parse(answer.body) as Record<string, unknown>)
      : {};
  return { status: answer.statusCode, headers, body, text: answer.body };
}
