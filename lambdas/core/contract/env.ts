// Shared by lib/, which sets the variables, and lambdas/, which reads them: imports nothing.

/** Environment variables of the functions. Set by the constructs' `grant` methods, read by `env()`. */
export const ENV = {
  /** Name of the single table. */
  table: 'TABLE_NAME',
  /** Raw block bucket. */
  bucket: 'RAW_BUCKET_NAME',
  /** Name of the event bus. */
  bus: 'EVENT_BUS_NAME',
  /** URL of the token metadata queue. */
  tokens: 'TOKEN_QUEUE_URL',
  /** URL of the NFT metadata queue. */
  nfts: 'NFT_QUEUE_URL',
  /** URL of the webhook delivery queue. */
  deliveries: 'DELIVERY_QUEUE_URL',
  /** URL of the replay queue. */
  replays: 'REPLAY_QUEUE_URL',
  /** URL of the matcher's queue. */
  matches: 'MATCH_QUEUE_URL',
  /** URL of the queue of exports to start. */
  exports: 'EXPORT_QUEUE_URL',
  /** URL of the dead-letter queue. */
  deadLetters: 'DEAD_LETTER_QUEUE_URL',
  /** Export bucket. */
  exportBucket: 'EXPORT_BUCKET_NAME',
  /** ARN of the state machine that runs exports. */
  exportMachine: 'EXPORT_MACHINE_ARN',
  /** SSM path prefix of the source RPC URLs: `/chain-data/sources`. */
  sources: 'SOURCES_PATH',
  /** Value of the API key shared by anonymous callers. */
  anonymousKey: 'ANONYMOUS_KEY',
  /** Comma-separated names of the API key headers, in lower case. */
  keyHeaders: 'KEY_HEADERS',
} as const;

/**
 * Value of a variable.
 * @throws Error if it is not set: the function lacks the grant.
 */
export function env(name: keyof typeof ENV): string {
  const value = process.env[ENV[name]];
  if (!value) throw new Error(`${ENV[name]} is not set: add the grant to the function's construct in lib/`);
  return value;
}

/** Variables that Lambda sets for every function, such as `AWS_REGION`. */
export const lambdaVariables = (): Readonly<Partial<Record<string, string>>> => process.env;

/** SSM SecureString with a source RPC URL, written by `cli sources put`. `name`: chain id or P-Chain source name. */
export const sourceParameter = (path: string, name: string): string => `${path}/${name}`;

export const exportMachineName = (service: string): string => `${service}-exports`;

/** Table name, derived from the configuration's `name` alone so that the CLI can find it. */
export const tableName = (service: string): string => `${service}-table`;
