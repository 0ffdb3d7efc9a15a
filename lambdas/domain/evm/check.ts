import type { RpcBlock, RpcReceipt } from './rpc';

/**
 * Why a block and its receipts do not belong together, or undefined. Nodes return fewer receipts than transactions,
 * receipts of another branch, or receipts in another order. The block must be valid; the receipts may be anything.
 */
export function mismatch(block: RpcBlock, given: unknown): string | undefined {
  if (!Array.isArray(given)) return 'no list of receipts';
  const receipts = given as readonly (RpcReceipt | null)[];
  if (receipts.length !== block.transactions.length)
    return `${receipts.length} receipts for ${block.transactions.length} transactions`;
  for (const [i, transaction] of block.transactions.entries()) {
    const receipt = receipts[i];
    if (receipt?.blockHash !== block.hash) return `receipt ${i} is of another block`;
    if (receipt.transactionHash !== transaction.hash) return `receipt ${i} is of another transaction`;
  }
  return undefined;
}
