import { cb58Of } from '../../../adapters/cb58';
import type { PrimaryNetworkBlock } from '../../../contract/schemas/primary-network/blocks';
import type { PBlockRow } from '../../../domain/pchain/rows';

/** A block of the P-chain as answers show it. */
export const pChainBlockView = (block: PBlockRow): PrimaryNetworkBlock => ({
  blockNumber: String(block.number),
  blockHash: cb58Of(block.hash),
  parentHash: cb58Of(block.parentHash),
  blockTimestamp: block.time,
  blockType: block.type,
  txCount: block.txIds.length,
  transactions: block.txIds.map(cb58Of),
  blockSizeBytes: block.size,
  ...(block.after
    ? {
        l1ValidatorsAccruedFees: Number(block.after.accruedFees),
        activeL1Validators: block.after.active,
        currentSupply: String(block.after.supply),
      }
    : {}),
});
