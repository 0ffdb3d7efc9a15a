// Shared by lib/, which sets the variables, and lambdas/, which reads them: imports nothing.

/** Set by the constructs' `grant` methods, read by `env()`. */
export const ENV = {
  table: 'TABLE_NAME',
  bucket: 'RAW_BUCKET_NAME',
  bus: 'EVENT_BUS_NAME',
  tokens: 'TOKEN_QUEUE_URL',
  nfts: 'NFT_QUEUE_URL',
  deliveries: 'DELIVERY_QUEUE_URL',
  replays: 'REPLAY_QUEUE_URL',
  matches: 'MATCH_QUEUE_URL',
  exports: 'EXPORT_QUEUE_URL',
  deadLetters: 'DEAD_LETTER_QUEUE_URL',
  exportBucket: 'EXPORT_BUCKET_NAME',
  exportMachine: 'EXPORT_MACHINE_ARN',
  /** SSM path prefix of the source RPC URLs: `/chain-data/sources`. */
  sources: 'SOURCES_PATH',
  anonymousKey: 'ANONYMOUS_KEY',
  /** Comma-separated, in lower case. */
  keyHeaders: 'KEY_HEADERS',
  formKey: 'FORM_KEY',
  /** `{parameter} {path},{path}`, if set: a query parameter that may carry the key there. */
  keyParameters: 'KEY_PARAMETERS',
  /** Set together, if the configuration has `openTelemetry`. */
  otlpEndpoint: 'OTLP_ENDPOINT',
  otlpService: 'OTLP_SERVICE_NAME',
  otlpRatio: 'OTLP_SAMPLE_RATIO',
  /** SSM parameter with the headers of each export, if set. */
  otlpHeaders: 'OTLP_HEADERS_PARAMETER',
} as const;

/** Throws if it is not set: the function lacks the grant. */
export function env(name: keyof typeof ENV): string {
  const value = process.env[ENV[name]];
  if (!value) throw new Error(`${ENV[name]} is not set: add the grant to the function's construct in lib/`);
  return value;
}

export const optionalEnv = (name: keyof typeof ENV): string | undefined => process.env[ENV[name]] || undefined;

export const lambdaVariables = (): Readonly<Partial<Record<string, string>>> => process.env;

/** SSM SecureString with a source RPC URL. `name`: chain id or P-Chain source name. */
export const sourceParameter = (path: string, name: string): string => `${path}/${name}`;

export const exportMachineName = (service: string): string => `${service}-exports`;

/** Of the table that the template creates. */
export const tableName = (service: string): string => `${service}-table`;

/** SSM parameter with the name of the table in use: another one after `cli restore`. */
export const tableParameter = (service: string): string => `/${service}/table`;

/** Parameters of the stack of data, whose values are in the two SSM parameters. Updates keep them. */
export const [TABLE_PARAMETER, FORMER_PARAMETER] = ['TableInUseName', 'FormerTableName'] as const;

/** The one in use before, which functions may use until an update has reached them. */
export const formerTableParameter = (service: string): string => `/${service}/former-table`;
