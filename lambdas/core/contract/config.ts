// Shared by bin/, lib/ and lambdas/: imports zod only, to keep AWS SDKs out of bundles.
import * as z from 'zod';
import { CHAIN_IDS } from './chain-ids';
import { ContractVersion, NEWEST_CONTRACT } from './contract-version';
import { MAX_BATCH_CALLS } from './max-batch-calls';
import { type PChain, PChains } from './pchain-config';
import { type Plan, Plans } from './plan-config';
import type { PlanName } from './plans';
import { READ_UNITS } from './read-units';
import { UNIVERSAL_MESSENGER } from './teleporter';

/**
 * With every chain followed alone and the maximum of backfill workers, the indexer stack has some 430 of the 500
 * resources that CloudFormation allows; a test synthesizes that.
 */
export const MAX_CHAINS = 250;
const ChainId = z.string().regex(/^[1-9]\d{0,19}$/, 'must be an EVM chain ID in decimal digits, as a string');
const BlockchainId = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{40,60}$/, 'must be a blockchain ID (cb58)');
const Url = z.url({ protocol: /^(https?|wss?)$/, error: 'must be a URL' });
const Gateway = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).endsWith('/', 'must end in /');

const Token = z.strictObject({
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().min(0).max(255),
  logoUri: z.string().optional(),
  description: z.string().optional(),
});

/** Only `chainId` is required, and `rpcUrl` in local mode. */
const ChainInput = z.strictObject({
  chainId: ChainId,
  chainName: z.string().min(1).optional(),
  description: z.string().default(''),
  /** Local mode only: a deployment reads it from SSM (`cli sources put`), and it is stripped from the assets. */
  rpcUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  network: z.enum(['mainnet', 'testnet']).default('mainnet'),
  /** false: the chain is listed and its node is queried for address activity, but it is not indexed. */
  index: z.boolean().default(true),
  startBlock: z.int().min(0).optional(),
  /** Blocks this deep below the head are final; a deeper reorg halts the chain. */
  finalityDepth: z.int().min(1).max(2_000).default(64),
  pollIntervalMs: z.int().min(20).max(60_000).optional(),
  /**
   * Followers share functions in groups. `minute`: polls once a minute, where latency does not matter. `alone`: its own
   * function with a third more memory, for busy chains.
   */
  follower: z.enum(['continuous', 'minute', 'alone']).default('continuous'),
  /** To the node, separately for the follower, for tracing and for a backfill. */
  callsPerSecond: z.int().min(1).default(1_000),
  /** Per request to the node; 1 if it does not support batches. */
  maxBatchCalls: z.int().min(1).default(MAX_BATCH_CALLS),
  /** By default 2,000, because the followers of all chains share the table; unlimited in local mode. */
  backfillWriteUnitsPerSecond: z.int().min(50).optional(),
  /**
   * By default 4; they share the chain's write units and calls. Local mode defaults to one per two processors, because
   * each of its functions takes one.
   */
  backfillWorkers: z.int().min(1).max(16).optional(),
  /** Requires a node that can trace. */
  traces: z.boolean().default(true),
  /** `traces` for backfilled history: three calls per block, one slow on nodes and billed extra by providers. */
  historyTraces: z.boolean().default(false),
  /** To the node, for `historyTraces`. */
  historyTraceCallsPerSecond: z.int().min(1).default(20),
  /** Age after which a token's metadata (name, symbol, decimals) is refreshed on its next transfer. */
  tokenRefreshSeconds: z.int().min(1).default(3_600),
  blockchainId: BlockchainId.optional(),
  platformChainId: BlockchainId.optional(),
  /**
   * One per major version. Defaults to the first version, which has the same address on every chain; [] disables. Needs
   * `blockchainId`, which is read from the node if it knows it.
   */
  teleporterMessengers: z
    .array(
      z
        .string()
        .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hexadecimal digits')
        .transform((address) => address.toLowerCase()),
    )
    .default([UNIVERSAL_MESSENGER]),
  subnetId: z.string().optional(),
  vmId: z.string().optional(),
  explorerUrl: Url.optional(),
  /** Public URLs default to the chain's published definition. The source URL is never shown. */
  publicRpcUrl: Url.optional(),
  publicWsUrl: Url.optional(),
  multicallAddress: z.string().optional(),
  networkToken: Token.optional(),
  chainLogoUri: z.string().optional(),
  private: z.boolean().default(false),
});

export const KEY_HEADER = 'x-service-api-key';
/** Headers with a meaning to API Gateway, browsers or a handler. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'authorization', 'content-length', 'content-type', 'cookie', 'host', 'idempotency-key'],
  ...['if-none-match', 'origin', 'referer', 'user-agent', 'x-forwarded-for'],
]);

const Throttle = z.strictObject({ rate: z.number().positive(), burst: z.int().positive() });

/** See docs/opentelemetry.md. */
const OpenTelemetry = z
  .strictObject({
    /** Base URL of an OTLP/HTTP receiver, such as `http://127.0.0.1:4318`: `/v1/traces` is appended. */
    endpoint: z
      .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
      .regex(/^[^?#@]*$/, 'must have no credentials and no query: store secrets in headersParameter'),
    /** Name of an SSM SecureString: `name=value,name=value` with percent-encoded values, such as a vendor's key. */
    headersParameter: z
      .string()
      .regex(/^(\/[\w.-]+)+$/, 'must be the full name of a parameter: /path/name')
      .optional(),
    /** Local mode only, as the value of the parameter. */
    headers: z.string().min(1).optional(),
    /** Of blocks, and of requests without a sampled trace of their own. */
    sampleRatio: z.number().min(0).max(1).default(1),
  })
  .refine(({ headers, headersParameter }) => headers === undefined || headersParameter !== undefined, {
    path: ['headersParameter'],
    error: 'must be set together with headers',
  });

const Settings = z.strictObject({
  /** Prefix of stack names, parameter paths and usage plans. */
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lower-case letters, digits and hyphens')
    .default('chain-data'),
  chains: z
    .array(ChainInput)
    .max(MAX_CHAINS, {
      error: `must have at most ${MAX_CHAINS} chains, because CloudFormation limits a stack to 500 resources: move the others to a second deployment with another name`,
    })
    .superRefine((chains, context) => {
      const named = new Map<string, (typeof chains)[number]>();
      for (const [i, chain] of chains.entries())
        for (const field of CHAIN_IDS) {
          const id = chain[field];
          const other = id === undefined ? undefined : named.get(id);
          if (other && other !== chain)
            context.addIssue({
              code: 'custom',
              path: [i, field],
              message: `${id} already identifies chain ${other.chainId}`,
            });
          else if (id !== undefined) named.set(id, chain);
        }
    })
    .default(() => [ChainInput.parse({ chainId: '43114', chainName: 'C-chain' })]),
  /** Served by the node RPC, which is a stack of its own, and indexed if `index` is set. */
  pChains: PChains,
  /** `2026-05` is for clients that cannot update: see docs/contract-versions.md. */
  contractVersion: ContractVersion.default(NEWEST_CONTRACT),
  /** Paths of JSON files (tokenlists.org). Listed tokens count as benign, like those of the bundled list. */
  tokenLists: z.array(z.string()).default([]),
  /** Paths of JSON files, in the format of docs/tokens.md. Take precedence over token lists. */
  addressMetadata: z.array(z.string()).default([]),
  /**
   * Your price service. The API sends at most one POST `{chainId, currency, tokens, timestamp?}` per response, with
   * `tokens` as lower-case addresses or `native`. The service returns `{prices: {token: number}}`, the current price of
   * a whole token in `currency`, and omits unknown tokens. With `timestamp` (Unix seconds), also `historicalPrices` in
   * the same form, if it has them. It should ignore unknown fields. Without a service, or while it fails or takes
   * longer than two seconds, responses have no prices.
   */
  priceUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  /** URL prefixes for NFT metadata; the content id is appended. */
  ipfsGateway: Gateway.default('https://ipfs.io/ipfs/'),
  arweaveGateway: Gateway.default('https://arweave.net/'),
  /** false: do not fetch NFT metadata over the network. On-chain metadata (data: URIs) is always read. */
  fetchNftMetadata: z.boolean().default(true),
  /** Allows loopback addresses and any port in contracts' URIs. For local mode and tests only. */
  nftLoopback: z.boolean().default(false),
  /** Allows webhooks to loopback addresses over http. For local mode and tests only. */
  webhookLoopback: z.boolean().default(false),
  /** Documentation names the first. Published clients of this kind of API send `x-glacier-api-key`. */
  keyHeaders: z
    .array(z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be a header name in lower case'))
    .min(1)
    .max(8)
    .refine((names) => !names.some((name) => RESERVED_HEADERS.has(name)), 'must not be a reserved header')
    .default([KEY_HEADER]),
  /** Limits of each plan, see `plan-config.ts`. */
  plans: Plans,
  /**
   * Read units (of 8 kB) per request without a key, if the endpoint's own limit is higher. Reading a list requires 133
   * of them to be left.
   */
  readUnitsWithoutKey: z.int().min(READ_UNITS.page).default(READ_UNITS.page),
  /** Shared by all callers without a key. */
  nodeRpc: Throttle.extend({ quotaPerDay: z.int().positive().default(200_000) }).default({
    rate: 200,
    burst: 2_000,
    quotaPerDay: 200_000,
  }),
  /** Per open endpoint, requests per second, shared by all callers. */
  openEndpoints: Throttle.default({ rate: 50, burst: 100 }),
  /** One of the files is larger than a megabyte. */
  docs: Throttle.default({ rate: 2, burst: 20 }),
  /** Per path and method without a response body: CORS preflights, and monitors' HEAD of open endpoints. */
  preflight: Throttle.default({ rate: 2.5, burst: 100 }),
  /** `destroy` deletes table and bucket with the stack; `retain` keeps them and enables deletion protection. */
  data: z.enum(['retain', 'destroy']).default('retain'),
  /** About $0.20 per GB-month. */
  pointInTimeRecovery: z.boolean().default(true),
  logRetentionDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365]).default(30),
  alarmEmail: z.email().optional(),
  /** Sends traces of requests, of blocks up to their webhook messages, and of exports to your collector. */
  openTelemetry: OpenTelemetry.optional(),
  /** WAF rate limit per IP address: about $6 a month and $0.60 per million requests. */
  limitPerAddress: z.strictObject({ requestsPerFiveMinutes: z.int().min(100) }).optional(),
});
/** Unknown keys are errors, so that no typo goes unnoticed. */
export const Config = z
  .preprocess((given) => (hasOnlyPChains(given) ? { ...given, chains: [] } : given), Settings)
  .refine(({ chains, pChains }) => chains.length + pChains.length > 0, {
    path: ['chains'],
    error: 'must have at least one chain unless pChains has one',
  });
export type Config = z.infer<typeof Config>;

/** With all defaults and no secrets, as bundled with the functions. */
export type Chain = Omit<
  z.infer<typeof ChainInput>,
  'rpcUrl' | 'chainName' | 'networkToken' | 'pollIntervalMs' | 'backfillWriteUnitsPerSecond' | 'backfillWorkers'
> & {
  readonly chainName: string;
  readonly networkToken: z.infer<typeof Token>;
  readonly pollIntervalMs: number;
  readonly backfillWriteUnitsPerSecond: number;
  readonly backfillWorkers: number;
};

export interface RuntimeConfig {
  readonly chains: readonly Chain[];
  readonly pChains: readonly PChain[];
  readonly contractVersion: ContractVersion;
  readonly priceUrl?: string;
  readonly nfts: NftSettings;
  readonly limits: Readonly<Record<PlanName, Plan>>;
  readonly readUnitsWithoutKey: number;
  readonly webhookLoopback: boolean;
}

type NftSettings = Pick<Config, 'ipfsGateway' | 'arweaveGateway' | 'fetchNftMetadata' | 'nftLoopback'>;

/** A configuration with only `pChains` must not get the default EVM chain. */
const hasOnlyPChains = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && 'pChains' in given && !('chains' in given);
