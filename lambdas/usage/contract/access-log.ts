// Shared by lib/ (which sets the format) and the function that counts requests: imports nothing.

/** Which API a request was sent to; also the request type that usage is filtered and grouped by. */
export const SURFACES = ['data', 'rpc'] as const;
/** One of them. */
export type Surface = (typeof SURFACES)[number];

/**
 * Fields of the access log after the surface, in their order. API Gateway does not escape values, so that a record is
 * fields between spaces: none of these can contain one. The user agent could, and is left out. A value that API Gateway
 * does not have is `-`.
 */
const FIELDS = {
  requestId: '$context.requestId',
  /** Unix ms. */
  at: '$context.requestTimeEpoch',
  /** Set once API Gateway has looked up the key. The key itself is never logged. */
  keyId: '$context.identity.apiKeyId',
  /** What the key's text claims; proven only together with `keyId`. */
  owner: '$context.authorizer.ownerId',
  plan: '$context.authorizer.plan',
  method: '$context.httpMethod',
  /** The path as declared: `/v1/chains/{chainId}`. */
  resource: '$context.resourcePath',
  /** The path as sent, behind the name of the stage. */
  path: '$context.path',
  status: '$context.status',
  ms: '$context.responseLatency',
  integrationStatus: '$context.integrationStatus',
  integrationMs: '$context.integrationLatency',
  ip: '$context.identity.sourceIp',
  host: '$context.domainName',
} as const;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** The stage of every API. */
export const STAGE = 'live';

/** A request as the access log has it. */
export type AccessRecord = Readonly<Record<keyof typeof FIELDS, string>> & { readonly surface: Surface };

/** The format of a stage's access log. Firehose joins records as they are: the line break is part of the record. */
export const accessLogFormat = (surface: Surface): string => `${surface} ${Object.values(FIELDS).join(' ')}\n`;

/** A line of the access log; undefined if it is not one. */
export function parseAccessRecord(line: string): AccessRecord | undefined {
  const [first, ...values] = line.split(' ');
  const surface = SURFACES.find((each) => each === first);
  if (!surface || values.length !== NAMES.length) return undefined;
  const fields = Object.fromEntries(NAMES.map((name, i) => [name, values[i]])) as Record<keyof typeof FIELDS, string>;
  if (!/^\d{13}$/.test(fields.at) || !/^\d{3}$/.test(fields.status)) return undefined;
  return { ...fields, surface };
}
