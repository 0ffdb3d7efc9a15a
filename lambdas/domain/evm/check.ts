import type { RpcBlock, RpcReceipt } from './rpc';

/**
 * Why a block and its receipts are no pair, or undefined. Nodes return fewer receipts than transactions, receipts of
 * another branch, or in another order; a pair that passes can be derived from.
 */
export function mismatch(block: RpcBlock, receipts: readonly RpcReceipt[]): string | undefined {
  if (receipts.length !== block.transactions.length)
    return `${receipts.length} receipts for ${block.transactions.length} transactions`;
  for (const [i, transaction] of block.transactions.entries()) {
    const receipt = receipts[i];
    if (receipt?.blockHash !== block.hash) return `receipt ${i} is of block ${receipt?.blockHash}`;
    if (receipt.transactionHash !== transaction.hash)
      return `receipt ${i} is of transaction ${receipt.transactionHash}`;
  }
  return undefined;
}
