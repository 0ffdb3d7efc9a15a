import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { DeliveryStreams } from '../delivery-streams';
import type { Functions } from '../lambda/functions';
import type { Metrics } from '../prometheus/metrics';
import { createRequestCounter } from '../prometheus/requests';
import type { Resource, Resources } from '../resources';
import { createAccessLog, type Trace } from './access-log';
import {
  type Answer,
  compressed,
  functionAnswer,
  gatewayAnswer,
  getHeaders,
  isBinary,
  type ResponseType,
} from './answers';
import type { ApiKeys } from './api-keys';
import { authorize } from './authorize';
import { type ApiDefinition, type Integration, type Operation, readDefinition } from './definition';
import { type Caller, type CommonEvent, commonEvent, getPath, proxyEvent, type Request } from './event';
import { type createQuotas, createThrottles, type Throttle } from './limits';
import { createRouter } from './router';

const NO_BODY = Buffer.alloc(0);
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 29_000;

/** Closes idle and slow connections: thousands of them would take a tenth of the service's memory. */
const CONNECTIONS = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 };

export interface GatewayParts {
  readonly functions: Functions;
  readonly keys: ApiKeys;
  readonly quotas: ReturnType<typeof createQuotas>;
  readonly streams: DeliveryStreams;
  readonly metrics: Metrics;
}

class Refusal extends Error {
  constructor(readonly type: ResponseType) {
    super(type);
  }
}

/** Throws if the API has other than one stage, or uses an unsupported feature. */
export function createGateway(
  api: Resource<'AWS::ApiGateway::RestApi'>,
  resources: Resources,
  parts: GatewayParts,
): Server {
  const definition = readDefinition(api.properties.Name, api.properties.Body);
  const [stage, ...others] = resources
    .of('AWS::ApiGateway::Stage')
    .filter(({ properties }) => properties.RestApiId === api.ref);
  if (!stage || others.length > 0) throw new Error(`${api.stack}/${api.logicalId} must have exactly one stage.`);
  for (const { integration, authorizer } of definition.operations) {
    if (integration.type === 'aws_proxy') parts.functions.find(integration.uri);
    if (authorizer) parts.functions.find(authorizer.uri);
  }
  const route = createRouter(definition.operations);
  const throttle = createThrottles();
  const methodLimit = methodThrottles(stage);
  const { AccessLogSetting: setting } = stage.properties;
  const count = createRequestCounter(parts.metrics, api.properties.Name);
  const log = setting && createAccessLog(setting, parts.streams, `${stage.stack}/${stage.logicalId}`);

  const routed = (message: IncomingMessage, id: string): Request => {
    try {
      const match = route(message.method ?? '', getPath(message));
      if (match) return { id, message, match, apiId: api.ref, stage: stage.ref };
    } catch (error) {
      if (error instanceof URIError) throw new Refusal('BAD_REQUEST_PARAMETERS');
      throw error;
    }
    throw new Refusal('MISSING_AUTHENTICATION_TOKEN');
  };

  const admit = async (request: Request, common: CommonEvent, trace: Trace): Promise<Caller> => {
    const { operation } = request.match;
    const allowed = operation.authorizer
      ? await authorize(request, common, parts.functions.find(operation.authorizer.uri))
      : { context: undefined };
    if ('refused' in allowed) throw new Refusal(allowed.refused);
    if (allowed.context) trace.authorizer = allowed.context;
    const usageKey = 'usageKey' in allowed ? allowed.usageKey : undefined;
    const key = operation.keyRequired ? spend(request, usageKey, trace) : undefined;
    const limit = methodLimit(operation);
    if (limit && !throttle(`${operation.method} ${operation.path}`, limit)) throw new Refusal('THROTTLED');
    return { ...(allowed.context ? { authorizer: allowed.context } : {}), ...(key ? { key } : {}) };
  };

  const spend = ({ message, apiId }: Request, usageKey: string | undefined, trace: Trace): Caller['key'] => {
    const value = definition.keySource === 'AUTHORIZER' ? usageKey : message.headers['x-api-key'];
    const found = typeof value === 'string' ? parts.keys.lookUp(value, `${apiId}/${stage.ref}`) : undefined;
    if (!found) throw new Refusal('INVALID_API_KEY');
    const { key, plan } = found;
    trace.keyId = key.id;
    const name = `${plan.id}/${key.id}`;
    if (plan.throttle && !throttle(name, plan.throttle)) throw new Refusal('THROTTLED');
    if (plan.quota && !parts.quotas.take(name, plan.quota)) throw new Refusal('QUOTA_EXCEEDED');
    return key;
  };

  const handle = async (message: IncomingMessage, trace: Trace): Promise<Answer> => {
    const body = await readLimited(message);
    const request = routed(message, trace.id);
    trace.operation = request.match.operation;
    if (!body) throw new Refusal('REQUEST_TOO_LARGE');
    const { integration } = request.match.operation;
    const common = commonEvent(request);
    const caller = await admit(request, common, trace);
    if (integration.type === 'mock') return mockAnswer(integration, trace.id);
    const isBase64 = body.length > 0 && isBinary(message.headers['content-type'], definition.binaryMediaTypes);
    const event = proxyEvent(common, caller, body, isBase64);
    const decodes = isBinary(message.headers.accept, definition.binaryMediaTypes);
    const began = performance.now();
    try {
      return await integrate(event, integration, parts.functions, decodes, trace);
    } finally {
      trace.integrationMs = Math.round(performance.now() - began);
    }
  };

  return createServer(CONNECTIONS, (message, response) => {
    const id = randomUUID();
    const began = performance.now();
    const trace: Trace = { id, message, stage: stage.ref, at: Date.now() };
    // Served at the root, as by a domain of its own, and at the stage, as by API Gateway's domain.
    message.url = withoutStage(message.url, stage.ref);
    handle(message, trace)
      .catch((error: unknown) => refuse(definition, error, id))
      .then((answer) => compressed(answer, message.headers['accept-encoding'], api.properties.MinimumCompressionSize))
      .then(({ status, headers, body }) => {
        response.writeHead(status, { 'x-amzn-requestid': id, ...headers, 'content-length': Buffer.byteLength(body) });
        response.end(message.method === 'HEAD' ? undefined : body);
        const ms = performance.now() - began;
        log?.(trace, { status, ms: Math.round(ms) });
        count(trace.operation, status, ms / 1_000);
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });
}

const withoutStage = (url = '/', stage: string): string =>
  url.startsWith(`/${stage}/`) ? url.slice(stage.length + 1) : url;

class CallerGone extends Error {}

function refuse({ responses }: ApiDefinition, error: unknown, id: string): Answer {
  if (error instanceof CallerGone)
    console.info(`Request ${id}: the caller disconnected before sending the whole body.`);
  else if (!(error instanceof Refusal)) console.error(`Request ${id} failed in the gateway:`, error);
  return gatewayAnswer(responses, error instanceof Refusal ? error.type : 'INTEGRATION_FAILURE', id);
}

async function integrate(
  event: object,
  { uri, timeoutInMillis = INTEGRATION_TIMEOUT_MS }: Extract<Integration, { type: 'aws_proxy' }>,
  functions: Functions,
  decodes: boolean,
  trace: Trace,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(new Refusal('INTEGRATION_TIMEOUT')), timeoutInMillis);
  // The error is in the function's log; the caller gets no details.
  functions
    .find(uri)
    .invoke(event, 'request')
    .then(resolve, () => resolve(undefined));
  try {
    const result = await promise;
    // The status of the Lambda API, which is 200 even if the function fails.
    trace.integrationStatus = 200;
    const answer = functionAnswer(result, decodes);
    if (!answer) throw new Refusal('INTEGRATION_FAILURE');
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

const mockAnswer = (
  { responses: { default: answer } }: Extract<Integration, { type: 'mock' }>,
  requestId: string,
): Answer => ({ status: answer.statusCode, headers: getHeaders(answer.responseParameters, requestId), body: '' });

/** Undefined if too large: the rest is read and discarded, so that a response can be sent. */
async function readLimited(message: IncomingMessage): Promise<Buffer | undefined> {
  // Without either header there is no body (RFC 9112, section 6.3).
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers;
  if (length === undefined && encoding === undefined) return NO_BODY;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of message) {
      bytes += (chunk as Buffer).length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk as Buffer);
    }
  } catch {
    throw new CallerGone();
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

/** Falls back to the throttle for all methods. */
function methodThrottles({ properties }: Resource<'AWS::ApiGateway::Stage'>) {
  const limits = new Map<string, Throttle>();
  for (const {
    HttpMethod,
    ResourcePath,
    ThrottlingRateLimit: rate,
    ThrottlingBurstLimit: burst,
  } of properties.MethodSettings) {
    // The root is `/`; all other paths escape slashes after the first character.
    const path = ResourcePath === '/' ? '/' : ResourcePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    if (rate !== undefined && burst !== undefined) limits.set(`${HttpMethod} ${path}`, { rate, burst });
  }
  return ({ method, path }: Operation) => limits.get(`${method} ${path}`) ?? limits.get('* *');
}
