import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

interface Handler<D> {
  withDeps(deps: D): (event: APIGatewayProxyEvent, context: never) => unknown;
}
interface Asked {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string | string[]>;
}

/** Invokes the deployed handler as API Gateway does, with other dependencies. */
export async function call<D>(handler: Handler<D>, deps: D, { params = {}, query = {} }: Asked = {}) {
  const multiValueQueryStringParameters = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()]));
  const event = { pathParameters: params, multiValueQueryStringParameters, requestContext: {} } as unknown as APIGatewayProxyEvent;
  const answer = (await handler.withDeps(deps)(event, {} as never)) as APIGatewayProxyResult;
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Record<string, unknown> };
}
