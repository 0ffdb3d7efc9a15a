// Shared by lib/, which sets the format, and the function that counts requests: imports nothing.

export const SURFACES = ['data', 'rpc'] as const;
export type Surface = (typeof SURFACES)[number];

/** Separated by spaces, and API Gateway does not escape: only fields that cannot contain a space (no user agent). */
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

export const STAGE = 'live';

export type AccessRecord = Readonly<Record<keyof typeof FIELDS, string>> & { readonly surface: Surface };

/** Firehose concatenates records as they are, so the line break is part of the format. */
export const accessLogFormat = (surface: Surface): string => `${surface} ${Object.values(FIELDS).join(' ')}\n`;

export function parseAccessRecord(line: string): AccessRecord | undefined {
  const [first, ...values] = line.split(' ');
  const surface = SURFACES.find((each) => each === first);
  if (!surface || values.length !== NAMES.length) return undefined;
  const fields = Object.fromEntries(NAMES.map((name, i) => [name, values[i]])) as Record<keyof typeof FIELDS, string>;
  if (!/^\d{13}$/.test(fields.at) || !/^\d{3}$/.test(fields.status)) return undefined;
  return { ...fields, surface };
}
