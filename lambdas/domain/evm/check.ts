import type { RpcBlock, RpcReceipt } from './rpc';

/**
 * Why a block and its receipts do not belong together, or undefined. Nodes return fewer receipts than transactions,
 * receipts of another branch, or receipts in another order. The block must be valid; of receipts no field is trusted.
 */
export function mismatch(block: RpcBlock, receipts: readonly RpcReceipt[]): string | undefined {
  if (receipts.length !== block.transactions.length)
    return `${receipts.length} receipts for ${block.transactions.length} transactions`;
  for (const [i, transaction] of block.transactions.entries()) {
    const receipt = receipts[i];
    if (receipt?.blockHash !== block.hash) return `receipt ${i} is of another block`;
    if (receipt.transactionHash !== transaction.hash) return `receipt ${i} is of another transaction`;
  }
  return undefined;
}
