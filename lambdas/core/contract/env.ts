// Shared by lib/ (which sets them) and lambdas/ (which read them): imports nothing.

/** Environment variables of the functions. `grant` methods of the constructs set them, `env()` reads them. */
export const ENV = {
  /** Name of the single table. */
  table: 'TABLE_NAME',
  /** Name of the bucket of raw blocks. */
  bucket: 'RAW_BUCKET_NAME',
  /** Name of the event bus. */
  bus: 'EVENT_BUS_NAME',
  /** URL of the queue of tokens whose metadata is to be read. */
  tokens: 'TOKEN_QUEUE_URL',
  /** URL of the queue of NFTs whose metadata is to be read. */
  nfts: 'NFT_QUEUE_URL',
  /** URL of the queue of webhook messages that are to be sent. */
  deliveries: 'DELIVERY_QUEUE_URL',
  /** URL of the queue of messages that are to be sent again. */
  replays: 'REPLAY_QUEUE_URL',
  /** URL of the matcher's own queue: blocks that wait for their internal transactions. */
  matches: 'MATCH_QUEUE_URL',
  /** URL of the queue of exports that are to be started. */
  exports: 'EXPORT_QUEUE_URL',
  /** URL of the queue of dead letters. */
  deadLetters: 'DEAD_LETTER_QUEUE_URL',
  /** Name of the bucket of exports. */
  exportBucket: 'EXPORT_BUCKET_NAME',
  /** ARN of the state machine that runs exports. */
  exportMachine: 'EXPORT_MACHINE_ARN',
  /** SSM path of the source RPC URLs, without the name of one: `/chain-data/sources`. */
  sources: 'SOURCES_PATH',
  /** Value of the API key that callers without a key share. */
  anonymousKey: 'ANONYMOUS_KEY',
  /** Names of the headers that may carry an API key, in lower case, separated by commas. */
  keyHeaders: 'KEY_HEADERS',
} as const;

/**
 * The value of a variable. Throws with the variable's name if it is not set: then the function was deployed without its
 * grant.
 */
export function env(name: keyof typeof ENV): string {
  const value = process.env[ENV[name]];
  if (!value) throw new Error(`${ENV[name]} is not set: grant it where the function is made, in lib/`);
  return value;
}

/** The variables that Lambda itself sets for every function, such as `AWS_REGION`. */
export const lambdaVariables = (): Readonly<Partial<Record<string, string>>> => process.env;

/** SSM SecureString that holds a source RPC URL; written by `cli sources put`. `name`: a chain id, or that of a P-chain's source. */
export const sourceParameter = (path: string, name: string): string => `${path}/${name}`;

/** Name of the state machine that runs a service's exports. */
export const exportMachineName = (service: string): string => `${service}-exports`;

/** Name of the table of a service, by the `name` of its configuration: the command line finds it by that alone. */
export const tableName = (service: string): string => `${service}-table`;
