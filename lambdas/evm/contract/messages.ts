// zod only.
import * as z from 'zod';

export const SeenToken = z.object({
  chainId: z.string(),
  token: z.string(), // lower case
  /** Standard of its transfers; absent if none were seen, so it may not be a token. */
  kind: z.enum(['erc20', 'erc721', 'erc1155']).optional(),
  /** Standard that the contract itself reports; kept for later blocks. */
  standard: z.enum(['erc20', 'erc721', 'as-logged']).optional(),
  /**
   * `refresh` keeps fields that the contract no longer returns; `replace` (another contract at the
   * address) keeps nothing. Absent: read only without a record.
   */
  again: z.enum(['refresh', 'replace']).optional(),
});
export type SeenToken = z.infer<typeof SeenToken>;

export const SeenNfts = z.object({
  chainId: z.string(),
  token: z.string(), // lower case
  kind: z.enum(['erc721', 'erc1155']),
  ids: z.array(z.string()).max(50),
  /** Create missing rows. Otherwise a rollback deleted a missing row, and its id is skipped. */
  create: z.boolean().optional(),
  /** Instead of ids: known ids of a range, both ends inclusive, `left` at most. Decimal text. */
  range: z.object({ from: z.string(), to: z.string(), left: z.int() }).optional(),
});
export type SeenNfts = z.infer<typeof SeenNfts>;
