// Shared by lib/, which sets the format, and the function that counts requests: imports nothing.

/** The API that a request was sent to; also the request type in usage filters and groups. */
export const SURFACES = ['data', 'rpc'] as const;
export type Surface = (typeof SURFACES)[number];

/**
 * Fields of an access log line after the surface, in order. Fields are separated by spaces and API Gateway does not
 * escape values, so only fields that cannot contain a space are logged (not the user agent, for one). Missing values
 * are `-`.
 */
const FIELDS = {
  requestId: '$context.requestId',
  /** Unix ms. */
  at: '$context.requestTimeEpoch',
  /** Set once API Gateway has looked up the key. The key itself is never logged. */
  keyId: '$context.identity.apiKeyId',
  /** As claimed by the key's text; verified only if `keyId` is set. */
  owner: '$context.authorizer.ownerId',
  plan: '$context.authorizer.plan',
  method: '$context.httpMethod',
  /** The path as declared: `/v1/chains/{chainId}`. */
  resource: '$context.resourcePath',
  /** The path as sent, prefixed with the stage name. */
  path: '$context.path',
  status: '$context.status',
  ms: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationMs: '$context.integrationLatency',
  ip: '$context.identity.sourceIp',
  host: '$context.domainName',
} as const;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** Stage name of every API. */
export const STAGE = 'live';

/** A parsed line of the access log. */
export type AccessRecord = Readonly<Record<keyof typeof FIELDS, string>> & { readonly surface: Surface };

/** Access log format of a stage. Firehose concatenates records as they are, so the line break is part of the format. */
export const accessLogFormat = (surface: Surface): string => `${surface} ${Object.values(FIELDS).join(' ')}\n`;

/** Parses a line of the access log; undefined if it is malformed. */
export function parseAccessRecord(line: string): AccessRecord | undefined {
  const [first, ...values] = line.split(' ');
  const surface = SURFACES.find((each) => each === first);
  if (!surface || values.length !== NAMES.length) return undefined;
  const fields = Object.fromEntries(NAMES.map((name, i) => [name, values[i]])) as Record<keyof typeof FIELDS, string>;
  if (!/^\d{13}$/.test(fields.at) || !/^\d{3}$/.test(fields.status)) return undefined;
  return { ...fields, surface };
}
