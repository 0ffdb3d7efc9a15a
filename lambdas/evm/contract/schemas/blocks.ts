import * as z from 'zod';
import { blockNumber, chainId, decimal, hash, number, seconds, wei } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';

/** What a block says of itself, in blocks and in their transactions. Times are Unix; hashes and numbers as text. */
export const blockFields = {
  chainId,
  blockNumber,
  blockTimestamp: seconds('When the block was made.'),
  blockTimestampMilliseconds: number(
    'When the block was made, Unix time in milliseconds, where the chain has it (ACP-226).',
    1_763_856_000_250,
  ).optional(),
  blockMinDelayExcess: number(
    'State of the minimum block delay, where the chain has it (ACP-226).',
    7_970_124,
  ).optional(),
  blockHash: hash('Hash of the block.'),
};

/** A block as answers show it. */
export const EvmBlock = z
  .object({
    ...blockFields,
    txCount: number('How many transactions the block has.', 12),
    baseFee: wei('Base fee per gas (EIP-1559); 0 where the chain has none.'),
    gasUsed: decimal('Gas that its transactions used.', '252000'),
    gasLimit: decimal('Gas that its transactions could have used.', '15000000'),
    gasCost: decimal('Block gas cost, where the chain has one, else 0.', '0'),
    parentHash: hash('Hash of the block before.'),
    feesSpent: wei('Fees of its transactions: gas used times effective price.'),
    cumulativeTransactions: decimal('Transactions since the first indexed block, this one in.', '4021'),
  })
  .meta({ id: 'EvmBlock', description: 'A block.' });
/** A block as answers show it. */
export type EvmBlock = z.infer<typeof EvmBlock>;

/** A page of blocks. */
export const ListEvmBlocksResponse = z
  .object({ nextPageToken, blocks: z.array(EvmBlock).meta({ description: 'The blocks of this page.' }) })
  .meta({ id: 'ListEvmBlocksResponse', description: 'A page of blocks.' });
