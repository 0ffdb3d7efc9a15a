// Messages of the queues of token and NFT metadata: zod only.
import * as z from 'zod';

/** A token was seen whose metadata is to be read. */
export const SeenToken = z.object({
  chainId: z.string(),
  /** Lower case. */
  token: z.string(),
  /** The standard that its transfers have; absent if none were seen, and it may be no token. */
  kind: z.enum(['erc20', 'erc721', 'erc1155']).optional(),
  /** What the contract states to be, where it was asked: kept for later blocks. */
  standard: z.enum(['erc20', 'erc721', 'as-logged']).optional(),
  /**
   * Absent: only a token without a record is read. `refresh`: read again, keeping what the contract does not answer now.
   * `replace`: another contract was deployed at the address, and nothing is kept.
   */
  again: z.enum(['refresh', 'replace']).optional(),
});
/** A token was seen whose metadata is to be read. */
export type SeenToken = z.infer<typeof SeenToken>;

/** NFTs of one collection were seen, or one is to be read again: their metadata is to be read. */
export const SeenNfts = z.object({
  chainId: z.string(),
  /** Lower case. */
  token: z.string(),
  kind: z.enum(['erc721', 'erc1155']),
  /** Decimal text. */
  ids: z.array(z.string()).max(50),
  /**
   * true: a row is created if there is none. Otherwise a missing row was deleted by a rollback meanwhile, and the id is
   * skipped.
   */
  create: z.boolean().optional(),
  /** Instead of ids: the known ones from the first to the last id, decimal text, both included, `left` at most. */
  range: z.object({ from: z.string(), to: z.string(), left: z.int() }).optional(),
});
/** NFTs of one collection were seen, or one is to be read again. */
export type SeenNfts = z.infer<typeof SeenNfts>;
