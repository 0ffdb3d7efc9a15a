import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod';
import { type Deps, depsOf } from '../adapters/deps';
import { NodeDown, NodeRefused } from '../adapters/node/errors';
import { type EndpointSpec, suffixOf } from '../contract/endpoint';
import { ApiError, errorBody, notFound } from '../contract/errors';
import type { PlanName } from '../contract/plans';
import { type Page, pageOf } from './page';

/** Who calls. Without a key: plan and owner `anonymous`. */
export interface Caller {
  readonly plan: PlanName;
  readonly ownerId: string;
}
interface Input<S extends EndpointSpec> {
  readonly params: z.output<S['params']>;
  readonly query: z.output<S['query']>;
  readonly body: S extends { readonly body: infer B extends z.ZodType } ? z.output<B> : undefined;
  readonly page: Page;
  readonly caller: Caller;
  readonly deps: Deps<S['uses']>;
}

/**
 * The handler of an endpoint: parses in, runs, parses out, and turns every error into an answer. A handler says only
 * what its endpoint does. `withDeps` gives the same handler over other dependencies, for tests.
 */
export function implement<S extends EndpointSpec>(spec: S, run: (input: Input<S>) => Promise<z.input<S['response']>>) {
  const query = z.strictObject(spec.query.shape);
  const build = (resolve: () => Promise<Deps<S['uses']>>) =>
    middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
      const caller = callerOf(event);
      if (spec.access === 'key' && caller.plan === 'anonymous')
        throw new ApiError(401, 'this endpoint needs an API key');
      const params = parse<S['params']>(spec.params, pathOf(spec, event));
      const asked = parse(query, singles(event)) as Input<S>['query'];
      const body = (spec.body && parse(spec.body, jsonOf(event))) as Input<S>['body'];
      const { pageToken, pageSize = 0, ...rest } = asked as { pageToken?: string; pageSize?: number };
      const page = pageOf([spec.id, params, rest], pageSize, pageToken);
      const answer = await run({ params, query: asked, body, page, caller, deps: await resolve() });
      return reply(spec.success ?? 200, spec.response.parse(answer), typeOf(spec, params));
    }).onError((request) => {
      const error = apiErrorOf(request.error);
      if (error.statusCode >= 500)
        console.error({ endpoint: spec.id, statusCode: error.statusCode, error: detail(error) });
      request.response = reply(error.statusCode, errorBody(error.statusCode, error.message));
    });

  // Begun while the function initialises, which costs the first caller nothing.
  let loading = process.env.AWS_LAMBDA_FUNCTION_NAME ? depsOf(spec.uses) : undefined;
  const load = () => {
    loading ??= depsOf(spec.uses);
    return loading;
  };
  const handler = build(async () => (await load()).deps as Deps<S['uses']>);
  const logged = async (event: APIGatewayProxyEvent, context: never): Promise<APIGatewayProxyResult> => {
    const began = performance.now();
    const { meter } = await load();
    Object.assign(meter, { requests: 0, readUnits: 0, writeUnits: 0 });
    const answer = (await handler(event, context)) as APIGatewayProxyResult;
    const ms = Math.round(performance.now() - began);
    console.info({ endpoint: spec.id, statusCode: answer.statusCode, ms, plan: callerOf(event).plan, ...meter });
    return answer;
  };
  return Object.assign(logged, { withDeps: (fakes: Deps<S['uses']>) => build(async () => fakes) });
}

/** The path's variables, the last without the literal behind it. Without the literal it is nobody's path. */
function pathOf(spec: Pick<EndpointSpec, 'path' | 'method'>, { path, pathParameters }: APIGatewayProxyEvent) {
  const suffix = suffixOf(spec);
  const given = Object.entries(pathParameters ?? {});
  if (suffix === '') return Object.fromEntries(given);
  const last = /\{(\w+)\}[^}]*$/.exec(spec.path)?.[1];
  return Object.fromEntries(
    given.map(([name, value = '']) => {
      if (name !== last) return [name, value];
      if (!value.endsWith(suffix)) throw notFound(`${spec.method} ${path}`);
      return [name, value.slice(0, -suffix.length)];
    }),
  );
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined;
  const takes = known && `; this endpoint takes ${known.length > 0 ? known.join(', ') : 'no query parameters'}`;
  const messages = result.error.issues.map((issue) => {
    const path = issue.path.map((part) => `${String(part)}.`).join('');
    if (issue.code === 'unrecognized_keys')
      return `${path}${issue.keys.join(`, ${path}`)}: unknown${path ? '' : (takes ?? '')}`;
    return `${path.slice(0, -1) || 'the body'}: ${issue.message}`;
  });
  throw new ApiError(400, messages.join('; '));
}

/** API Gateway gives a body in base64 where its type is not known to be text. */
function jsonOf({ body, isBase64Encoded }: APIGatewayProxyEvent): unknown {
  try {
    return JSON.parse(isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? ''));
  } catch {
    throw new ApiError(400, 'the body must be JSON: send it with content-type: application/json');
  }
}

/** Each parameter once: a repeated one is refused, rather than one of its values silently taken. */
function singles({ multiValueQueryStringParameters }: APIGatewayProxyEvent): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, values] of Object.entries(multiValueQueryStringParameters ?? {})) {
    if (values && values.length > 1) throw new ApiError(400, `${name}: given ${values.length} times; give it once`);
    found[name] = values?.[0] ?? '';
  }
  return found;
}

function callerOf({ requestContext }: APIGatewayProxyEvent): Caller {
  const context = requestContext?.authorizer;
  return { plan: (context?.plan ?? 'anonymous') as PlanName, ownerId: String(context?.ownerId ?? 'anonymous') };
}

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof NodeDown) return new ApiError(503, error.message, { cause: error });
  if (error instanceof NodeRefused) return new ApiError(502, error.message, { cause: error });
  return new ApiError(500, 'the service could not answer; the failure is logged', { cause: error });
}

/** For the log alone: the cause never leaves the service. */
const detail = ({ cause, message }: ApiError): string =>
  cause === undefined ? message : ((cause as Partial<Error> | null)?.stack ?? String(cause));

const typeOf = ({ contentType }: Pick<EndpointSpec, 'contentType'>, params: unknown): string | undefined =>
  typeof contentType === 'function' ? contentType(params as Record<string, string>) : contentType;

/** Browsers may call from anywhere: the API has no cookies, only keys. */
const CORS = { 'access-control-allow-origin': '*' };

const reply = (statusCode: number, body: unknown, contentType?: string): APIGatewayProxyResult => ({
  statusCode,
  headers: { ...CORS, 'content-type': contentType ?? 'application/json' },
  body: contentType ? String(body) : JSON.stringify(body),
});
