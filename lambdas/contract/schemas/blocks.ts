import * as z from 'zod';
import { nextPageToken } from './params';

/** What a block says of itself, in blocks and in their transactions. Times are Unix; hashes and numbers as text. */
export const blockFields = {
  chainId: z.string(),
  blockNumber: z.string(),
  blockTimestamp: z.number().meta({ description: 'Unix seconds.' }),
  blockTimestampMilliseconds: z.number().optional().meta({ description: 'Where the chain has it (ACP-226).' }),
  blockMinDelayExcess: z.number().optional().meta({ description: 'Where the chain has it (ACP-226).' }),
  blockHash: z.string(),
};

/** A block as answers show it. */
export const EvmBlock = z
  .object({
    ...blockFields,
    txCount: z.number(),
    baseFee: z.string().meta({ description: 'wei; 0 where the chain has none.' }),
    gasUsed: z.string(),
    gasLimit: z.string(),
    gasCost: z.string().meta({ description: 'Block gas cost, where the chain has it, else 0.' }),
    parentHash: z.string(),
    feesSpent: z.string().meta({ description: 'wei: gas used times effective price, over all transactions.' }),
    cumulativeTransactions: z
      .string()
      .meta({ description: 'Transactions since the first indexed block, this one in.' }),
  })
  .meta({ id: 'EvmBlock' });
/** A block as answers show it. */
export type EvmBlock = z.infer<typeof EvmBlock>;

/** A page of blocks. */
export const ListEvmBlocksResponse = z
  .object({ nextPageToken, blocks: z.array(EvmBlock) })
  .meta({ id: 'ListEvmBlocksResponse' });
