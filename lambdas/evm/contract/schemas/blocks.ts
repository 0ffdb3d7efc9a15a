import * as z from 'zod';
import { blockNumber, chainId, decimal, hash, number, seconds, wei } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';

export const blockFields = {
  chainId,
  blockNumber,
  blockTimestamp: seconds('Time of the block.'),
  blockTimestampMilliseconds: number(
    'Time of the block, Unix time in milliseconds, if the chain has it (ACP-226).',
    1_763_856_000_250,
  ).optional(),
  blockMinDelayExcess: number('State of the minimum block delay, if the chain has it (ACP-226).', 7_970_124).optional(),
  blockHash: hash('Hash of the block.'),
};

export const EvmBlock = z
  .object({
    ...blockFields,
    txCount: number('Number of transactions in the block.', 12),
    baseFee: wei('Base fee per gas (EIP-1559); 0 if the chain has none.'),
    gasUsed: decimal('Gas used by all transactions.', '252000'),
    gasLimit: decimal('Gas limit of the block.', '15000000'),
    gasCost: decimal('Block gas cost; 0 if the chain has none.', '0'),
    parentHash: hash('Hash of the parent block.'),
    feesSpent: wei('Total transaction fees: gas used times effective gas price.'),
    cumulativeTransactions: decimal('Transactions since the first indexed block, including this block.', '4021'),
  })
  .meta({ id: 'EvmBlock', description: 'A block.' });
export type EvmBlock = z.infer<typeof EvmBlock>;

export const ListEvmBlocksResponse = z
  .object({ nextPageToken, blocks: z.array(EvmBlock).meta({ description: 'The blocks of this page.' }) })
  .meta({ id: 'ListEvmBlocksResponse', description: 'A page of blocks.' });
