import * as z from 'zod';

/** How the fee state of validators is written: with units, as the specification has it, or bare as nodes send it. */
const FeeStateFormat = z.enum(['specification', 'node'], 'must be specification or node');
/** How the fee state of validators is written. */
export type FeeStateFormat = z.infer<typeof FeeStateFormat>;

/** One P-chain, by the network that it is of. */
const PChainInput = z.strictObject({
  /** `mainnet`, `fuji`, or a name of your own; part of paths. `ext` begins other paths. */
  network: z
    .string()
    .regex(/^(?!ext$)[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and hyphens, and not ext'),
  /**
   * A node's base URL, or the whole URL of its P-chain. Local mode only: a deployment reads it from SSM (`cli sources
   * put --network`). It is stripped from the assets.
   */
  rpcUrl: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  feeStateFormat: FeeStateFormat.default('specification'),
  /** true: requests whose path names no network are for this one. By default they are for the first. */
  default: z.boolean().default(false),
});

/** The P-chains of a configuration. */
export const PChains = z
  .array(PChainInput)
  .superRefine((pChains, context) => {
    for (const [i, { network }] of pChains.entries())
      if (pChains.findIndex((other) => other.network === network) !== i)
        context.addIssue({ code: 'custom', path: [i, 'network'], message: `${network} is listed twice` });
    if (pChains.filter((one) => one.default).length > 1)
      context.addIssue({ code: 'custom', message: 'only one of them can be the default' });
  })
  .default([]);

/** A P-chain without its source: what the assets carry and the functions read. */
export type PChain = Omit<z.infer<typeof PChainInput>, 'rpcUrl'>;
