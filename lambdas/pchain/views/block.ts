import { toCb58 } from '../../core/domain/cb58';
import type { PrimaryNetworkBlock } from '../contract/schemas/blocks';
import { nodeIdText } from '../domain/node-id';
import type { PBlockRow, Proposer } from '../domain/rows';

/** `start`: first block of the index. A seeded index counts accrued fees from there: omitted. */
export const pChainBlockView = (block: PBlockRow, start: number): PrimaryNetworkBlock => ({
  blockNumber: String(block.number),
  blockHash: toCb58(block.hash),
  parentHash: toCb58(block.parentHash),
  blockTimestamp: block.time,
  blockType: block.type,
  txCount: block.txIds.length,
  transactions: block.txIds.map(toCb58),
  blockSizeBytes: block.size,
  ...(block.after
    ? {
        ...(start > 0 ? {} : { l1ValidatorsAccruedFees: Number(block.after.accruedFees) }),
        activeL1Validators: block.after.active,
        currentSupply: String(block.after.supply),
      }
    : {}),
  ...(block.proposer ? { proposerDetails: proposerView(block.proposer) } : {}),
});

const proposerView = ({
  id,
  parentId,
  nodeId,
  time,
  pChainHeight,
}: Proposer): PrimaryNetworkBlock['proposerDetails'] => ({
  proposerId: toCb58(id),
  proposerParentId: toCb58(parentId),
  proposerNodeId: nodeIdText(nodeId),
  proposerPChainHeight: pChainHeight,
  proposerTimestamp: time,
});
