import * as z from 'zod';

/** How the fee state of validators is written: with units, as the specification has it, or bare as nodes send it. */
const FeeStateFormat = z.enum(['specification', 'node'], 'must be specification or node');
/** How the fee state of validators is written. */
export type FeeStateFormat = z.infer<typeof FeeStateFormat>;

/** What no node tells of a network that is neither mainnet nor fuji: its genesis is in no block. */
const PChainGenesis = z.strictObject({
  /** Unix seconds. */
  time: z.int().min(0),
  /** nAVAX in decimal digits, without the rewards that its validators are promised. */
  supply: z.string().regex(/^\d{1,20}$/, 'must be nAVAX in decimal digits'),
  /** The most that a validator may have staked, delegations included, if its nodes have a flag for that; nAVAX. */
  maxValidatorStake: z
    .string()
    .regex(/^\d{1,20}$/, 'must be nAVAX in decimal digits')
    .default('3000000000000000'),
});

/** See `PChainGenesis`. */
export type PChainGenesis = z.infer<typeof PChainGenesis>;

/** One P-chain, by the network that it is of. */
const PChainInput = z.strictObject({
  /** `mainnet`, `fuji`, or a name of your own; part of paths. `ext` begins other paths, and `testnet` means fuji there. */
  network: z
    .string()
    .regex(
      /^(?!(ext|testnet)$)[a-z][a-z0-9-]{0,30}$/,
      'must be lower-case letters, digits and hyphens, and neither ext nor testnet',
    ),
  /**
   * A node's base URL, or the whole URL of its P-chain. Local mode only: a deployment reads it from SSM (`cli sources
   * put --network`). It is stripped from the assets.
   */
  rpcUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  feeStateFormat: FeeStateFormat.default('specification'),
  /** true: requests whose path names no network are for this one. By default they are for the first. */
  default: z.boolean().default(false),
  /** true: the chain is indexed, from `startBlock` on. */
  index: z.boolean().default(false),
  /**
   * Where a chain begins that was never indexed. 0: with its first block, which of mainnet means more than 23 million
   * blocks: one to two days, and $250 of writes. `head`: with the state of its node's head, without what was before. There
   * is nothing between: a node tells the state of its head alone.
   */
  startBlock: z
    .union([z.literal(0), z.literal('head')], "must be 0 or head: a node tells no other block's state than its head's")
    .default(0),
  /**
   * true: blocks have who proposed them. Only a node tells that keeps an index of its own, since its first block
   * (`--index-enabled`).
   */
  proposers: z.boolean().default(false),
  /** Needed to index a network other than mainnet and fuji. */
  genesis: PChainGenesis.optional(),
  pollIntervalMs: z.int().min(20).max(60_000).optional(),
  /**
   * As of other chains, but `alone` by default: the state of a large network takes much of a function's memory. A small
   * one may be `continuous`, with the other chains.
   */
  follower: z.enum(['continuous', 'minute', 'alone']).default('alone'),
  /** Calls per second that the indexer may make to the node, which takes one block a call. */
  callsPerSecond: z.int().min(1).default(1_000),
});

/** Whether a network's genesis is known. */
const isPublic = (network: string): boolean => network === 'mainnet' || network === 'fuji';

/** The P-chains of a configuration. */
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
          message: `is needed to index ${network}: its time and supply, which no node tells`,
        });
    if (pChains.filter((one) => one.default).length > 1)
      context.addIssue({ code: 'custom', message: 'only one of them can be the default' });
  })
  .default([]);

/** A P-chain without its source: what the assets carry and the functions read. */
export type PChain = Omit<z.infer<typeof PChainInput>, 'rpcUrl' | 'pollIntervalMs'> & {
  readonly pollIntervalMs: number;
};
