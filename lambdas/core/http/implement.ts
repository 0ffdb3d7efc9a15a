import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod';
import { COMMON_HEADERS } from '../contract/answer-headers';
import type { Chain } from '../contract/config';
import { type EndpointSpec, getSuffix, type Headers } from '../contract/endpoint';
import { ApiError, notFound } from '../contract/errors';
import { ANONYMOUS, type Caller, getCaller, refusalIn } from '../contract/key-text';
import { getReadBudget } from '../contract/read-units';
import { ChainId } from '../contract/schemas/params';
import { log } from '../runtime/log';
import { inRequestSpan, prepareSpans } from '../telemetry/root-spans';
import { errorAnswer, getCacheControl, getRatePolicy, headersOfRequest, withETag } from './answer';
import { createDeps, type Deps, type Provider, type RequestDeps } from './deps';
import { toApiError } from './error-answers';
import { getPage, type Page } from './page';
import { getLists, ignoredIn, inAnyOrder, queryValues } from './query-values';
import { requestFields } from './request-fields';
import { chainWithIndex } from './served-chain';

interface Input<S extends EndpointSpec, P extends Provider> {
  readonly params: z.output<S['params']>;
  readonly query: z.output<S['query']>;
  readonly headers: S extends { readonly requestHeaders: infer H extends z.ZodType } ? z.output<H> : undefined;
  readonly body: S extends { readonly body: infer B extends z.ZodType } ? z.output<B> : undefined;
  readonly page: Page;
  readonly caller: Caller;
  readonly event: RequestOf;
  readonly deps: Deps<P, S['uses']>;
  readonly answer: AnswerOptions;
}

/** For endpoints that need to know who called them, and where. */
export type RequestOf = Pick<APIGatewayProxyEvent, 'httpMethod' | 'requestContext' | 'headers'>;

interface AnswerOptions {
  status: number;
  headers: Headers;
  /** true: the body can never change, so any cache may keep it. */
  isFinal: boolean;
}

/** Wraps `run`: parses the request, validates the response, maps errors. `withDeps`: for tests. */
export const implementWith =
  <P extends Provider>(provider: P) =>
  <S extends EndpointSpec>(spec: S, run: (input: Input<S, P>) => Promise<z.input<S['response']>>) => {
    type HandlerDeps = Deps<P, S['uses']>;
    const perRequest = provider.perRequest ?? withoutHeaders;
    const querySchema = z.strictObject(spec.query.shape);
    const queryOptions = {
      shape: spec.query.shape,
      lists: getLists(spec.query),
      ignores: spec.ignoresUnknown ?? isPublicRead(spec),
    };
    const build = (resolve: () => Promise<HandlerDeps>) => {
      const answerTo = middy(async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
        const caller = checkedCaller(event);
        const deps = await resolve();
        const { params, query } = parseFor(deps, event, () => ({
          params: parse<S['params']>(spec.params, getPath(spec, event)),
          query: parse(querySchema, queryValues(event, queryOptions)) as Input<S, P>['query'],
        }));
        const headers = (spec.requestHeaders && parse(spec.requestHeaders, headersIn(event))) as Input<S, P>['headers'];
        const body = (spec.body && parse(spec.body, event.body)) as Input<S, P>['body'];
        const { pageToken, pageSize = 0, ...rest } = query as { pageToken?: string; pageSize?: number };
        const queryParts = [spec.id, params, inAnyOrder(rest), ...(body === undefined ? [] : [body])];
        const page = getPage(queryParts, pageSize, pageToken);
        const units = getReadBudget(spec, caller.plan !== ANONYMOUS.plan, deps.readUnitsWithoutKey);
        const answer: AnswerOptions = { status: spec.success ?? 200, headers: {}, isFinal: false };
        const scoped = perRequest(deps);
        const input = { params, query, headers, body, page, caller, event, deps: scoped.deps, answer };
        const value = spec.response.parse(await deps.readBudget.during(units, () => run(input)));
        const contentType = getType(spec, params);
        return withETag(event, {
          statusCode: answer.status,
          headers: {
            ...COMMON_HEADERS,
            'cache-control': getCacheControl(spec, answer.isFinal),
            ...scoped.headers(),
            ...(answer.isFinal ? {} : getRatePolicy(deps, caller)),
            ...getHeaders(spec, params),
            ...answer.headers,
            'content-type': contentType ?? 'application/json',
          },
          body: toBody(answer.status, value, contentType),
        });
      })
        .before(({ event }) => admit(spec, event))
        .use(spec.body ? jsonBodyParser<APIGatewayProxyEvent>() : [])
        .onError((request) => {
          const error = toApiError(request.error, spec);
          if (error.statusCode >= 500)
            log.error('request failed', {
              ...requestFields(spec.id, request.event),
              statusCode: error.statusCode,
              error: error.cause ?? error.message,
            });
          request.response = (provider.errorAnswer ?? errorAnswer)(error);
        });
      return async (event: APIGatewayProxyEvent, context: never): Promise<APIGatewayProxyResult> => {
        const answer = (await answerTo(event, context)) as APIGatewayProxyResult;
        return {
          ...answer,
          headers: {
            ...answer.headers,
            ...headersOfRequest(event, ignoredIn(event, queryOptions)),
          },
        };
      };
    };

    // Loaded during init, so that the first caller does not wait.
    let loading = process.env.AWS_LAMBDA_FUNCTION_NAME ? createDeps(provider, spec.uses) : undefined;
    prepareSpans();
    const load = () => {
      loading ??= createDeps(provider, spec.uses);
      return loading;
    };
    const handler = build(async () => (await load()).deps as HandlerDeps);
    const logged = async (event: APIGatewayProxyEvent, context: never): Promise<APIGatewayProxyResult> => {
      const began = performance.now();
      const { meter } = await load();
      Object.assign(meter, { requests: 0, readUnits: 0, writeUnits: 0 });
      const answer = await handler(event, context);
      const ms = Math.round(performance.now() - began);
      log.info('request', { ...requestFields(spec.id, event), statusCode: answer.statusCode, ms, ...meter });
      return answer;
    };
    const traced = (event: APIGatewayProxyEvent, context: never): Promise<APIGatewayProxyResult> =>
      inRequestSpan({ method: event.httpMethod, path: spec.path }, event, () => logged(event, context));
    return Object.assign(traced, { withDeps: (fakes: HandlerDeps) => build(async () => fakes) });
  };

/** 202 has none. */
function toBody(status: number, value: unknown, contentType: string | undefined): string {
  if (status === 202) return '';
  return contentType ? String(value) : JSON.stringify(value);
}

const withoutHeaders = <D extends object>(deps: D): RequestDeps<D> => ({ deps, headers: () => ({}) });

/** Includes POST with addresses in the body. Unknown query parameters are ignored. */
const isPublicRead = ({ access, uses }: Pick<EndpointSpec, 'access' | 'uses'>): boolean =>
  access !== 'key' && uses.writes === undefined && uses.queue === undefined;

function admit({ access, method, rejectsOtherMethods }: EndpointSpec, event: APIGatewayProxyEvent): void {
  if (rejectsOtherMethods && event.httpMethod !== method)
    throw new ApiError(405, `${event.httpMethod} is not supported; use ${method}`, { allow: method });
  if (access === 'key' && checkedCaller(event).plan === ANONYMOUS.plan)
    throw new ApiError(401, 'this endpoint needs an API key');
  event.headers = headersIn(event);
  // API Gateway sends null without a body.
  event.body ??= '';
}

/** By lower-case name: API Gateway keeps the caller's case, and sends null for none. */
const headersIn = ({ headers }: APIGatewayProxyEvent): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

/** The last parameter loses the literal suffix of the path; 404 without that suffix. */
function getPath(spec: Pick<EndpointSpec, 'path' | 'method'>, { path, pathParameters }: APIGatewayProxyEvent) {
  const suffix = getSuffix(spec);
  const entries = Object.entries(pathParameters ?? {});
  if (suffix === '') return Object.fromEntries(entries);
  const last = /\{(\w+)\}[^}]*$/.exec(spec.path)?.[1];
  return Object.fromEntries(
    entries.map(([name, value = '']) => {
      if (name !== last) return [name, value];
      if (!value.endsWith(suffix)) throw notFound(`${spec.method} ${path}`);
      return [name, value.slice(0, -suffix.length)];
    }),
  );
}

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const parameters = schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined;
  const takes =
    parameters && `; this endpoint takes ${parameters.length > 0 ? parameters.join(', ') : 'no query parameters'}`;
  const messages = result.error.issues.map((issue) => {
    const path = issue.path.map((part) => `${String(part)}.`).join('');
    if (issue.code === 'unrecognized_keys')
      return `${path}${issue.keys.join(`, ${path}`)}: unknown${path ? '' : (takes ?? '')}`;
    return `${path.slice(0, -1) || 'the body'}: ${issue.message}`;
  });
  throw new ApiError(400, messages.join('; '));
}

// The authorizer's context is only a claim: a method deployed without `apiKeyRequired` would skip the lookup of the
// key, so a mismatch fails the request.
function checkedCaller({ requestContext }: APIGatewayProxyEvent): Caller {
  const claimed = requestContext?.authorizer;
  if (!claimed) return ANONYMOUS;
  const key = requestContext.identity?.apiKey;
  const caller = key ? getCaller(key) : undefined;
  if (!caller || caller.plan !== claimed.plan || caller.ownerId !== claimed.ownerId) {
    const cause = `API Gateway looked up ${key ? 'another' : 'no'} key: does the method require an API key?`;
    throw new ApiError(500, 'the service could not check the key', { cause });
  }
  const refusal = refusalIn(claimed);
  if (refusal) throw new ApiError(refusal.status, refusal.message);
  return caller;
}

/** 404 for a chain that is not indexed, whatever else is wrong: its addresses may have another format. */
function parseFor<T>(
  { chains }: { readonly chains: readonly Chain[] },
  { pathParameters }: APIGatewayProxyEvent,
  read: () => T,
): T {
  try {
    return read();
  } catch (error) {
    const chainId = ChainId.safeParse(pathParameters?.chainId);
    if (chainId.success) chainWithIndex(chains, chainId.data);
    throw error;
  }
}

const getType = ({ contentType }: Pick<EndpointSpec, 'contentType'>, params: unknown): string | undefined =>
  typeof contentType === 'function' ? contentType(params as Record<string, string>) : contentType;

const getHeaders = ({ headers }: Pick<EndpointSpec, 'headers'>, params: unknown): Headers | undefined =>
  typeof headers === 'function' ? headers(params as Record<string, string>) : headers;
