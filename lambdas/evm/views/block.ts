import type { Cursor } from '../../chain/domain/cursor';
import { transactionsBefore } from '../../chain/domain/transaction-counts';
import type { EvmBlock } from '../contract/schemas/blocks';
import type { ListedBlock } from '../rows/block-reader';
import type { InBlock } from '../rows/in-block';

export const blockRefView = ({ chain, number, hash, time, timeMs, minDelayExcess }: InBlock) => ({
  chainId: chain,
  blockNumber: String(number),
  blockTimestamp: time,
  ...(timeMs === undefined ? {} : { blockTimestampMilliseconds: timeMs }),
  ...(minDelayExcess === undefined ? {} : { blockMinDelayExcess: minDelayExcess }),
  blockHash: hash,
});

/** Rows count from their history range or the follower's first block; the cursor has the rest. */
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
