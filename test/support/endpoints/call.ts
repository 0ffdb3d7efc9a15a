import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { keyText } from '../../../lambdas/core/contract/key-text';
import type { PlanName } from '../../../lambdas/core/contract/plans';

/** What `implement()` gives: the handler over other dependencies. */
export interface Handler<D> {
  withDeps(deps: D): (event: APIGatewayProxyEvent, context: never) => unknown;
}
/** A caller's request. A parameter with several values is repeated in the URL. */
export interface Asked {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | string[]>;
  /** Sent as JSON; strings are sent unchanged. */
  readonly body?: unknown;
  /** By default those of JSON, if there is a body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent in base64, as API Gateway gives what it does not know to be text. */
  readonly isBase64Encoded?: boolean;
  /** What the authorizer found out. */
  readonly caller?: { readonly plan: string; readonly ownerId: string };
  readonly requestId?: string;
  readonly httpMethod?: 'GET' | 'HEAD' | 'POST';
  /** The key that API Gateway looked up, if it is not the caller's; null: it looked up none. */
  readonly apiKey?: string | null;
}

/** Invokes the deployed handler as API Gateway does, with other dependencies. `body` is empty where it is no JSON. */
export async function call<D>(handler: Handler<D>, deps: D, asked: Asked = {}) {
  const { params = {}, query = {}, body: sent, headers: sentHeaders, isBase64Encoded = false } = asked;
  const { caller, apiKey, requestId, httpMethod = sent === undefined ? 'GET' : 'POST' } = asked;
  const multiValueQueryStringParameters = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, [value].flat()]),
  );
  const own = caller && keyText(caller.plan as PlanName, caller.ownerId, '0'.repeat(32));
  const requestContext = {
    ...(requestId === undefined ? {} : { requestId }),
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
