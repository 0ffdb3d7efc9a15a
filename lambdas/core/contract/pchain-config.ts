import * as z from 'zod';

/** Amounts with units, as in the specification, or bare numbers, as nodes send them. */
const FeeStateFormat = z.enum(['specification', 'node'], 'must be specification or node');
export type FeeStateFormat = z.infer<typeof FeeStateFormat>;

/** Of a custom network: no block contains the genesis, and nodes do not serve it. */
const PChainGenesis = z.strictObject({
  /** Unix seconds. */
  time: z.int().min(0),
  /** nAVAX in decimal digits, without the potential rewards of genesis validators. */
  supply: z.string().regex(/^\d{1,20}$/, 'must be an amount of nAVAX in decimal digits'),
  /** nAVAX, with delegations, if the network's nodes set a flag for it. */
  maxValidatorStake: z
    .string()
    .regex(/^\d{1,20}$/, 'must be an amount of nAVAX in decimal digits')
    .default('3000000000000000'),
});

export type PChainGenesis = z.infer<typeof PChainGenesis>;

const PChainInput = z.strictObject({
  /** A path segment: not `ext`, nor `testnet`, which is an alias of fuji. */
  network: z
    .string()
    .regex(
      /^(?!(ext|testnet)$)[a-z][a-z0-9-]{0,30}$/,
      'must be lower-case letters, digits and hyphens, and not ext or testnet',
    ),
  /**
   * Base URL of a node, or full URL of its P-Chain. Local mode only: a deployment reads it from SSM (`cli sources put
   * --network`), and it is stripped from the assets.
   */
  rpcUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  feeStateFormat: FeeStateFormat.default('specification'),
  /** Serves requests without a network in the path. Defaults to the first P-Chain. */
  default: z.boolean().default(false),
  index: z.boolean().default(false),
  /**
   * 0: the first block; for mainnet, that is more than 23 million blocks, one to two days and $250 of writes. `head`:
   * the state at the node's head, without earlier history. A node serves no state in between.
   */
  startBlock: z
    .union([z.literal(0), z.literal('head')], 'must be 0 or head: a node only serves the state of its head')
    .default(0),
  /** Index block proposers. Requires a node with `--index-enabled` since its first block. */
  proposers: z.boolean().default(false),
  /** Required to index a network other than mainnet and fuji. */
  genesis: PChainGenesis.optional(),
  pollIntervalMs: z.int().min(20).max(60_000).optional(),
  /** As for EVM chains, but `alone` by default: the state of a large network takes much of a function's memory. */
  follower: z.enum(['continuous', 'minute', 'alone']).default('alone'),
  /** Of the indexer to the node, one block per call. */
  callsPerSecond: z.int().min(1).default(1_000),
});

const isPublic = (network: string): boolean => network === 'mainnet' || network === 'fuji';

export const PChains = z
  .array(PChainInput)
  .superRefine((pChains, context) => {
    for (const [i, { network }] of pChains.entries())
      if (pChains.findIndex((other) => other.network === network) !== i)
        context.addIssue({ code: 'custom', path: [i, 'network'], message: `${network} is listed twice` });
    for (const [i, { network, index, genesis }] of pChains.entries())
      if (index && !genesis && !isPublic(network))
        context.addIssue({
          code: 'custom',
          path: [i, 'genesis'],
          message: `is required to index ${network}: nodes do not serve its time and supply`,
        });
    if (pChains.filter((one) => one.default).length > 1)
      context.addIssue({ code: 'custom', message: 'must have at most one default' });
  })
  .default([]);

export type PChain = Omit<z.infer<typeof PChainInput>, 'rpcUrl' | 'pollIntervalMs'> & {
  readonly pollIntervalMs: number;
};
