import type { IncomingMessage } from 'node:http';
import type { DeliveryStreams } from '../delivery-streams';
import type { Properties } from '../resource-types';
import type { Operation } from './definition';
import { getPath, getSourceIp } from './event';

export interface Trace {
  readonly id: string;
  readonly message: IncomingMessage;
  readonly stage: string;
  /** Unix ms. */
  readonly at: number;
  operation?: Operation;
  authorizer?: Readonly<Record<string, string>>;
  keyId?: string;
  integrationStatus?: number;
  integrationMs?: number;
}
interface Outcome {
  readonly status: number;
  readonly ms: number;
}

const VARIABLES: Readonly<Record<string, (trace: Trace, outcome: Outcome) => string | number | undefined>> = {
  requestId: ({ id }) => id,
  requestTimeEpoch: ({ at }) => at,
  httpMethod: ({ message }) => message.method,
  resourcePath: ({ operation }) => operation?.path,
  path: ({ stage, message }) => `/${stage}${getPath(message)}`,
  domainName: ({ message }) => message.headers.host,
  status: (_, { status }) => status,
  responseLatency: (_, { ms }) => ms,
  integrationStatus: ({ integrationStatus }) => integrationStatus,
  integrationLatency: ({ integrationMs }) => integrationMs,
  'identity.apiKeyId': ({ keyId }) => keyId,
  'identity.sourceIp': ({ message }) => getSourceIp(message),
};

type Setting = NonNullable<Properties<'AWS::ApiGateway::Stage'>['AccessLogSetting']>;

/** Values are unescaped, `-` if absent, like API Gateway. Throws for an unknown variable or unwritable stream. */
export function createAccessLog({ DestinationArn, Format }: Setting, streams: DeliveryStreams, place: string) {
  const write = streams.find(DestinationArn, place);
  const parts = Format.split(/\$context\.([\w.]*\w)/).map((part, i) => {
    if (i % 2 === 0) return () => part;
    const property = /^authorizer\.(\w+)$/.exec(part)?.[1];
    if (property !== undefined) return ({ authorizer }: Trace) => authorizer?.[property] ?? '-';
    const value = VARIABLES[part];
    if (!value)
      throw new Error(
        `${place} logs $context.${part}, which the local runner does not support; add it to local/gateway/access-log.ts.`,
      );
    return (trace: Trace, outcome: Outcome) => String(value(trace, outcome) ?? '-');
  });
  return (trace: Trace, outcome: Outcome): void => write(parts.map((part) => part(trace, outcome)).join(''));
}
