// Messages of the token and NFT metadata queues: zod only.
import * as z from 'zod';

/** Read the metadata of a token. */
export const SeenToken = z.object({
  chainId: z.string(),
  /** Lower case. */
  token: z.string(),
  /** Standard of its transfers; absent if none were seen, in which case it may not be a token. */
  kind: z.enum(['erc20', 'erc721', 'erc1155']).optional(),
  /** Standard that the contract itself reports, if it was queried; kept for later blocks. */
  standard: z.enum(['erc20', 'erc721', 'as-logged']).optional(),
  /**
   * Absent: read only if there is no record. `refresh`: read again, keeping fields that the contract does not return
   * now. `replace`: another contract was deployed at the address, keep nothing.
   */
  again: z.enum(['refresh', 'replace']).optional(),
});
/** Read the metadata of a token. */
export type SeenToken = z.infer<typeof SeenToken>;

/** Read the metadata of NFTs of one collection. */
export const SeenNfts = z.object({
  chainId: z.string(),
  /** Lower case. */
  token: z.string(),
  kind: z.enum(['erc721', 'erc1155']),
  /** Decimal text. */
  ids: z.array(z.string()).max(50),
  /**
   * true: create missing rows. Otherwise a missing row means that a rollback deleted it meanwhile, and the id is
   * skipped.
   */
  create: z.boolean().optional(),
  /** Alternative to ids: the known ids of a range, decimal text, both ends inclusive, `left` at most. */
  range: z.object({ from: z.string(), to: z.string(), left: z.int() }).optional(),
});
export type SeenNfts = z.infer<typeof SeenNfts>;
