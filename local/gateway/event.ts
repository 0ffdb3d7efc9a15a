import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ACCOUNT, REGION } from '../identities';
import type { Match } from './router';

export interface Request {
  readonly id: string;
  readonly message: IncomingMessage;
  readonly match: Match;
  readonly apiId: string;
  readonly stage: string;
}
export interface Caller {
  readonly authorizer?: Readonly<Record<string, string>>;
  readonly key?: { readonly id: string; readonly value: string };
}

export function methodArn({ apiId, stage, message }: Request): string {
  return `arn:aws:execute-api:${REGION}:${ACCOUNT}:${apiId}/${stage}/${message.method}${getPath(message)}`;
}

export type CommonEvent = ReturnType<typeof commonEvent>;

export const authorizerEvent = (request: Request, common: CommonEvent) => ({
  type: 'REQUEST',
  methodArn: methodArn(request),
  ...common,
});

/** Payload format 1.0. */
export function proxyEvent(common: CommonEvent, { authorizer, key }: Caller, body: Buffer, isBase64Encoded: boolean) {
  const { requestContext } = common;
  const identity = { ...requestContext.identity, apiKey: key?.value ?? null, apiKeyId: key?.id ?? null };
  return {
    ...common,
    requestContext: { ...requestContext, authorizer, identity },
    body: body.length === 0 ? null : body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

export function commonEvent({ id, message, match, apiId, stage }: Request) {
  const now = new Date();
  const path = getPath(message);
  const headers = grouped(pairs(message.rawHeaders));
  const query = grouped([...new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(message.url ?? '')?.[1])]);
  const { operation, pathParameters } = match;
  const httpMethod = message.method ?? operation.method;
  return {
    resource: operation.path,
    path,
    httpMethod,
    headers: getLast(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(getLast(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters: orNull(pathParameters),
    stageVariables: null,
    requestContext: {
      accountId: ACCOUNT,
      apiId,
      domainName: getDomain(message),
      domainPrefix: apiId,
      extendedRequestId: randomUUID(),
      httpMethod,
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null as string | null,
        apiKeyId: null as string | null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: getSourceIp(message),
        user: null,
        userAgent: message.headers['user-agent'] ?? null,
        userArn: null,
      },
      path: `/${stage}${path}`,
      protocol: `HTTP/${message.httpVersion}`,
      requestId: id,
      requestTime: now.toUTCString(),
      requestTimeEpoch: now.getTime(),
      resourceId: operation.path,
      resourcePath: operation.path,
      stage,
    },
  };
}

/** Not of the `Host` header: API Gateway names a domain that is its own. */
function getDomain({ socket }: IncomingMessage): string {
  const { localAddress = '127.0.0.1', localPort } = socket;
  const address = localAddress.replace(/^::ffff:/, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

export const getSourceIp = (message: IncomingMessage): string => message.socket.remoteAddress ?? '127.0.0.1';

/** Still encoded. */
export const getPath = (message: IncomingMessage): string => (message.url ?? '/').split('?')[0] ?? '/';

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : [])) as [string, string][];
}

function grouped(entries: readonly (readonly [string, string])[]): Record<string, string[]> {
  // No prototype: a parameter may be called `constructor`.
  const groups: Record<string, string[]> = Object.create(null);
  for (const [name, value] of entries) groups[name] = [...(groups[name] ?? []), value];
  return groups;
}

const getLast = (groups: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(groups).map(([name, values]) => [name, values.at(-1) ?? '']));

const orNull = <T extends object>(fields: T): T | null => (Object.keys(fields).length > 0 ? fields : null);
