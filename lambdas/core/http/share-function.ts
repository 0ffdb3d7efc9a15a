import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type EndpointSpec, getRoute } from '../contract/endpoint';

type Handler = (event: APIGatewayProxyEvent, context: never) => Promise<APIGatewayProxyResult>;

/** `byRoute` lets a law test check that no endpoint is missing. */
export function shareFunction(
  handlers: readonly (readonly [EndpointSpec, Handler])[],
): Handler & { readonly byRoute: ReadonlyMap<string, unknown> } {
  const byRoute = new Map<string, Handler>(
    handlers.flatMap(([spec, handler]) =>
      [spec, ...(spec.aliases ?? [])].map((one) => [`${spec.method} ${getRoute(one)}`, handler] as const),
    ),
  );
  const shared: Handler = async (event, context) => {
    const route = `${event.httpMethod} ${event.resource}`;
    const handler = byRoute.get(route);
    if (!handler) throw new Error(`no endpoint of this function handles ${route}`);
    return handler(event, context);
  };
  return Object.assign(shared, { byRoute: byRoute as ReadonlyMap<string, unknown> });
}
