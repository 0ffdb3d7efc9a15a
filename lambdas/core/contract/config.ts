// Shared by bin/, lib/ and lambdas/: imports zod only, so that a bundle never drags in the cloud.
import * as z from 'zod';
import { CHAIN_IDS } from './chain-ids';
import { ContractVersion, NEWEST_CONTRACT } from './contract-version';
import { MAX_BATCH_CALLS } from './max-batch-calls';
import { type PChain, PChains } from './pchain-config';
import { PLANS, type PlanName } from './plans';
import { READ_UNITS } from './read-units';
import { UNIVERSAL_MESSENGER } from './teleporter';

/**
 * The most chains of a deployment. If each is followed alone and has the most workers for its history, the stack of the
 * indexer then has some 430 resources; a test synthesizes that.
 */
export const MAX_CHAINS = 250;
const ChainId = z.string().regex(/^[1-9]\d{0,19}$/, 'must be an EVM chain id in decimal digits, as a string');
const BlockchainId = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{40,60}$/, 'must be a blockchain id (cb58)');
const Url = z.url({ protocol: /^(https?|wss?)$/, error: 'must be a URL' });
const Gateway = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).endsWith('/', 'must end in /');

const Token = z.strictObject({
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().min(0).max(255),
  logoUri: z.string().optional(),
  description: z.string().optional(),
});

/** One chain as the operator writes it. Only `chainId` is needed, and `rpcUrl` in local mode. */
const ChainInput = z.strictObject({
  chainId: ChainId,
  chainName: z.string().min(1).optional(),
  description: z.string().default(''),
  /**
   * Source node. Local mode only: a deployment reads it from SSM (`cli sources put`). It is stripped from the assets.
   */
  rpcUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  network: z.enum(['mainnet', 'testnet']).default('mainnet'),
  /** false: the chain is listed, and asked for an address's activity, but not indexed. */
  index: z.boolean().default(true),
  startBlock: z.int().min(0).optional(),
  /** Depth below the head at which a block counts as final; a deeper reorg halts the chain. */
  finalityDepth: z.int().min(1).max(2_000).default(64),
  pollIntervalMs: z.int().min(20).max(60_000).optional(),
  /**
   * Chains are followed in groups, each by one function. `minute` polls once a minute: for chains that nobody waits for.
   * `alone`: a chain has a function to itself, with a third more memory: for busy chains.
   */
  follower: z.enum(['continuous', 'minute', 'alone']).default('continuous'),
  /** Calls per second that the follower may make to the node; tracing and a backfill may each make as many in addition. */
  callsPerSecond: z.int().min(1).default(1_000),
  /** Most calls in one request to the node; 1 if it takes no batches. */
  maxBatchCalls: z.int().min(1).default(MAX_BATCH_CALLS),
  /**
   * Write units per second that a backfill may consume, by default 2,000; the followers of all chains share the table with
   * it. Local mode has no limit unless one is set.
   */
  backfillWriteUnitsPerSecond: z.int().min(50).optional(),
  /**
   * How many functions index the chain's history at once, each a part of it, by default 4; they share its write units and
   * calls. Local mode has one for two processors, as each of its functions takes one.
   */
  backfillWorkers: z.int().min(1).max(16).optional(),
  /** Index internal transactions, if the node can trace. */
  traces: z.boolean().default(true),
  /**
   * Index those of backfilled history too, with `traces`: three calls a block, one of which nodes are slow at and
   * providers charge for.
   */
  historyTraces: z.boolean().default(false),
  /** Calls per second that this may make to the node. */
  historyTraceCallsPerSecond: z.int().min(1).default(20),
  /** A token that moves is read again (name, symbol, decimals) once its last reading is this many seconds old. */
  tokenRefreshSeconds: z.int().min(1).default(3_600),
  /** Ids by which requests may name the chain too. */
  blockchainId: BlockchainId.optional(),
  platformChainId: BlockchainId.optional(),
  /**
   * Contracts whose interchain messages are indexed: a TeleporterMessenger for each of its major versions. By default the
   * first version's, which has the same address on every chain; none with []. Needs the `blockchainId`, which is read
   * from the node where that knows it.
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
  /** URLs that callers are shown; by default those of the chain's published definition. The source is never shown. */
  publicRpcUrl: Url.optional(),
  publicWsUrl: Url.optional(),
  multicallAddress: z.string().optional(),
  networkToken: Token.optional(),
  chainLogoUri: z.string().optional(),
  private: z.boolean().default(false),
});

/**
 * Rates of API Gateway's usage plans: a token bucket of `burst`, filled at `rate` a second, and a daily quota. `webhooks`:
 * active ones an owner may have, 0 for none at all; `webhookAddresses`: addresses that one may watch; `webhookReplays`:
 * messages that an owner may have sent again in a day; `exports`: how many may run at once, 0 for none at all;
 * `exportRows`: rows of one export.
 */
interface Plan {
  readonly rate: number;
  readonly burst: number;
  readonly quotaPerDay: number;
  readonly webhooks: number;
  readonly webhookAddresses: number;
  readonly webhookReplays: number;
  readonly exports: number;
  readonly exportRows: number;
}

/** The header that carries a key, unless the configuration names others. */
export const KEY_HEADER = 'x-service-api-key';
/** Headers that API Gateway, a browser or a handler uses for something else. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'authorization', 'content-length', 'content-type', 'cookie', 'host', 'idempotency-key'],
  ...['if-none-match', 'origin', 'referer', 'user-agent', 'x-forwarded-for'],
]);

const Throttle = z.strictObject({ rate: z.number().positive(), burst: z.int().positive() });

const DEFAULT_PLANS: Record<PlanName, Plan> = {
  anonymous: {
    rate: 10,
    burst: 50,
    quotaPerDay: 120_000,
    webhooks: 0,
    webhookAddresses: 0,
    webhookReplays: 0,
    exports: 0,
    exportRows: 0,
  },
  free: {
    rate: 20,
    burst: 100,
    quotaPerDay: 200_000,
    webhooks: 5,
    webhookAddresses: 5,
    webhookReplays: 1_000,
    exports: 1,
    exportRows: 10_000,
  },
  base: {
    rate: 50,
    burst: 200,
    quotaPerDay: 1_000_000,
    webhooks: 20,
    webhookAddresses: 100,
    webhookReplays: 10_000,
    exports: 2,
    exportRows: 100_000,
  },
  growth: {
    rate: 200,
    burst: 500,
    quotaPerDay: 5_000_000,
    webhooks: 100,
    webhookAddresses: 1_000,
    webhookReplays: 100_000,
    exports: 5,
    exportRows: 1_000_000,
  },
  pro: {
    rate: 1_000,
    burst: 2_000,
    quotaPerDay: 50_000_000,
    webhooks: 1_000,
    webhookAddresses: 5_000,
    webhookReplays: 1_000_000,
    exports: 10,
    exportRows: 5_000_000,
  },
};

/** Limits that are not set keep their defaults. */
const getPlan = (plan: Plan) =>
  z
    .strictObject({
      rate: z.number().positive().default(plan.rate),
      burst: z.int().positive().default(plan.burst),
      quotaPerDay: z.int().positive().default(plan.quotaPerDay),
      webhooks: z.int().min(0).max(10_000).default(plan.webhooks),
      webhookAddresses: z.int().min(0).max(10_000).default(plan.webhookAddresses),
      webhookReplays: z.int().min(0).max(10_000_000).default(plan.webhookReplays),
      exports: z.int().min(0).max(100).default(plan.exports),
      exportRows: z.int().min(0).max(10_000_000).default(plan.exportRows),
    })
    .default(plan);

const Settings = z.strictObject({
  /** Prefix of stack names, parameter paths and usage plans. */
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lower-case letters, digits and hyphens')
    .default('chain-data'),
  chains: z
    .array(ChainInput)
    .max(MAX_CHAINS, {
      error: `one deployment takes ${MAX_CHAINS} chains at most, as each has resources of its own and CloudFormation takes 500 in a stack: give the others to a second one with another name`,
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
              message: `${id} names chain ${other.chainId} already`,
            });
          else if (id !== undefined) named.set(id, chain);
        }
    })
    .default(() => [ChainInput.parse({ chainId: '43114', chainName: 'C-chain' })]),
  /** P-chains: their nodes answer the node RPC, which is a stack of its own, and they are indexed with `index`. */
  pChains: PChains,
  /**
   * The version of the public contract that answers and webhooks follow: the newest, or `2026-05` for clients that cannot
   * update. docs/contract-versions.md has the differences.
   */
  contractVersion: ContractVersion.default(NEWEST_CONTRACT),
  /**
   * JSON files in the format of tokenlists.org whose tokens count as benign, in addition to a published list under a
   * permissive licence.
   */
  tokenLists: z.array(z.string()).default([]),
  /**
   * JSON files with what chains do not tell of addresses: names, descriptions, sites, logos, links and tags. Answers show
   * them in preference to those of token lists. docs/tokens.md has the format.
   */
  addressMetadata: z.array(z.string()).default([]),
  /**
   * A price service of yours. It is asked by POST `{chainId, currency, tokens, timestamp?}`, at most once for each
   * answer of the API, where `tokens` has addresses in lower case and `native` for the network token; it answers
   * `{prices: {token: number}}`, the price of a whole token in `currency` now, without those that it does not know.
   * `timestamp`, Unix seconds, asks for `historicalPrices` in addition, in the same form; a service without a past
   * leaves them out, and should ignore fields that it does not know. Answers of the API show no prices without one, or
   * while it fails or takes longer than two seconds.
   */
  priceUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  /** Prefix of the id of a content address, for NFT metadata on IPFS or Arweave. */
  ipfsGateway: Gateway.default('https://ipfs.io/ipfs/'),
  arweaveGateway: Gateway.default('https://arweave.net/'),
  /** false: NFT metadata is not fetched from servers. On-chain metadata (data: URIs) is read in any case. */
  fetchNftMetadata: z.boolean().default(true),
  /**
   * true allows this machine's own addresses, and every port, in the URIs that contracts give: for local mode and
   * tests.
   */
  nftLoopback: z.boolean().default(false),
  /** true lets webhooks be sent to this machine's own addresses over http: for local mode and tests. */
  webhookLoopback: z.boolean().default(false),
  /**
   * Headers that may carry an API key, the first of which documents name. Published clients of this kind of API send
   * theirs as `x-glacier-api-key`.
   */
  keyHeaders: z
    .array(z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be the name of a header in lower case'))
    .min(1)
    .max(8)
    .refine((names) => !names.some((name) => RESERVED_HEADERS.has(name)), 'must not be a header with another meaning')
    .default([KEY_HEADER]),
  /** By plan, of which none may have more of anything than the next one. */
  plans: z
    .strictObject(mapValues(DEFAULT_PLANS, getPlan))
    .superRefine((plans, context) => {
      for (const [i, plan] of PLANS.entries()) {
        const next = PLANS[i + 1];
        if (next === undefined) continue;
        for (const [limit, value] of Object.entries(plans[plan])) {
          const most = plans[next][limit as keyof Plan];
          if (value > most)
            context.addIssue({
              code: 'custom',
              path: [plan, limit],
              message: `must not be above that of the plan ${next}, ${most}`,
            });
        }
      }
    })
    .default(DEFAULT_PLANS),
  /**
   * The most read units (of 8 kB) that one request without a key may use, where its endpoint allows more with one. A
   * request that reads a list needs 133 of them left over.
   */
  readUnitsWithoutKey: z.int().min(READ_UNITS.page).default(READ_UNITS.page),
  /** Throttle of the node RPC for all callers without a key together, and how many they may make in a day. */
  nodeRpc: Throttle.extend({ quotaPerDay: z.int().positive().default(200_000) }).default({
    rate: 200,
    burst: 2_000,
    quotaPerDay: 200_000,
  }),
  /** Throttle of each endpoint that needs no key, requests per second of all callers together. */
  openEndpoints: Throttle.default({ rate: 50, burst: 100 }),
  /** The same for the documentation and its files, of which one has more than a megabyte. */
  docs: Throttle.default({ rate: 2, burst: 20 }),
  /**
   * The same for requests whose answers have no body, per path and method: the OPTIONS that browsers send before requests
   * with a key, keeping the answer, and HEAD of open endpoints, which monitors send.
   */
  preflight: Throttle.default({ rate: 3, burst: 100 }),
  /** `destroy` deletes table and bucket with the stack; `retain` also protects them from deletion. */
  data: z.enum(['retain', 'destroy']).default('retain'),
  /** Point-in-time recovery of the table: about $0.20 per GB-month. */
  pointInTimeRecovery: z.boolean().default(true),
  /** Days that function logs are kept. */
  logRetentionDays: z.literal([1, 3, 5, 7, 14, 30, 60, 90, 180, 365]).default(30),
  /** E-mail address that alarms go to. */
  alarmEmail: z.email().optional(),
  /** A WAF rule that limits each IP address: about $6 a month and $0.60 per million requests. */
  limitPerAddress: z.strictObject({ requestsPerFiveMinutes: z.int().min(100) }).optional(),
});
/** The one file that names chains, plans, limits and retention. Unknown keys fail: a setting is never silently lost. */
export const Config = z
  .preprocess((given) => (hasOnlyPChains(given) ? { ...given, chains: [] } : given), Settings)
  .refine(({ chains, pChains }) => chains.length + pChains.length > 0, {
    path: ['chains'],
    error: 'must name a chain, unless pChains does',
  });
/** Workers for the history of a chain whose configuration does not say. */
export const BACKFILL_WORKERS = 4;
/** A checked configuration, with its defaults. */
export type Config = z.infer<typeof Config>;

/** A chain with every default filled in and no secret: what the assets carry and the functions read. */
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

/** The configuration that the functions read, bundled with their code. */
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

/** How metadata of NFTs is fetched. */
type NftSettings = Pick<Config, 'ipfsGateway' | 'arweaveGateway' | 'fetchNftMetadata' | 'nftLoopback'>;

/** The default chain is for who names none at all. */
const hasOnlyPChains = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && 'pChains' in given && !('chains' in given);

function mapValues<K extends string, V, W>(record: Record<K, V>, change: (value: V) => W): Record<K, W> {
  return Object.fromEntries(Object.entries<V>(record).map(([k, v]) => [k, change(v)])) as Record<K, W>;
}
