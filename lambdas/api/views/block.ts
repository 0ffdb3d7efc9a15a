import type { InBlock, ListedBlock } from '../../adapters/dynamo/readers';
import type { EvmBlock } from '../../contract/schemas/blocks';

/** The fields by which blocks and transactions name their block. */
export const blockRefView = ({ chain, number, hash, time, timeMs, minDelayExcess }: InBlock) => ({
  chainId: chain,
  blockNumber: String(number),
  blockTimestamp: time,
  ...(timeMs === undefined ? {} : { blockTimestampMilliseconds: timeMs }),
  ...(minDelayExcess === undefined ? {} : { blockMinDelayExcess: minDelayExcess }),
  blockHash: hash,
});

/** A block as answers show it. */
export const blockView = (block: ListedBlock): EvmBlock => ({
  ...blockRefView(block),
  txCount: block.txCount,
  baseFee: String(block.baseFee),
  gasUsed: String(block.gasUsed),
  gasLimit: String(block.gasLimit),
  gasCost: String(block.gasCost),
  parentHash: block.parentHash,
  feesSpent: String(block.feesSpent),
  cumulativeTransactions: String(block.cumulative),
});
