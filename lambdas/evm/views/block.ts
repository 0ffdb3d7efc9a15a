import type { Cursor } from '../../chain/domain/cursor';
import { transactionsBefore } from '../../chain/domain/transaction-counts';
import type { EvmBlock } from '../contract/schemas/blocks';
import type { ListedBlock } from '../rows/block-reader';
import type { InBlock } from '../rows/in-block';

/** The fields that identify a block, in blocks and transactions. */
export const blockRefView = ({ chain, number, hash, time, timeMs, minDelayExcess }: InBlock) => ({
  chainId: chain,
  blockNumber: String(number),
  blockTimestamp: time,
  ...(timeMs === undefined ? {} : { blockTimestampMilliseconds: timeMs }),
  ...(minDelayExcess === undefined ? {} : { blockMinDelayExcess: minDelayExcess }),
  blockHash: hash,
});

/**
 * The API view of a block. Rows count transactions from the first block of their history range, or from the follower's
 * first block. The count before that comes from the chain's cursor, once a backfill has counted these blocks.
 */
export const blockView = (block: ListedBlock, cursor: Pick<Cursor, 'counts'> | undefined): EvmBlock => ({
  ...blockRefView(block),
  txCount: block.txCount,
  baseFee: String(block.baseFee),
  gasUsed: String(block.gasUsed),
  gasLimit: String(block.gasLimit),
  gasCost: String(block.gasCost),
  parentHash: block.parentHash,
  feesSpent: String(block.feesSpent),
  cumulativeTransactions: String(block.cumulative + transactionsBefore(cursor?.counts, block.number)),
});
