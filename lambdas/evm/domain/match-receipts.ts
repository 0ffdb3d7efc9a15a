import { normalizeReceipt, numberLogs } from './normalize';
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpc';

/** All receipts of a block in transaction order, or the incomplete set and the reason. */
export type MatchedReceipts =
  | { readonly receipts: readonly RpcReceipt[] }
  | { readonly found: readonly RpcReceipt[]; readonly why: string };

/**
 * Picks a block's receipts from a node's answer: any order, duplicates and receipts of other transactions allowed.
 * Nodes do return too few receipts, or receipts of another branch. In a final block a receipt may carry another block
 * hash if its transaction and index are right (crypto-org-chain/cronos#377).
 */
export function matchReceipts(block: RpcBlock, answer: unknown, isFinal: boolean): MatchedReceipts {
  if (!Array.isArray(answer)) return { found: [], why: 'receipts are not an array' };
  const byHash = new Map<string, RpcReceipt>();
  const refusals: string[] = [];
  for (const [i, raw] of answer.entries()) {
    if (raw === null) continue;
    const receipt = normalizeReceipt(raw);
    if ('invalid' in receipt) refusals.push(`receipts[${i}].${receipt.invalid}`);
    else if (!byHash.has(receipt.value.transactionHash)) byHash.set(receipt.value.transactionHash, receipt.value);
  }
  const found = block.transactions.flatMap((transaction, i) => {
    const receipt = byHash.get(transaction.hash);
    return receipt && belongs(receipt, transaction, { block, i, isFinal })
      ? [receipt.blockHash === block.hash ? receipt : { ...receipt, blockHash: block.hash }]
      : [];
  });
  if (found.length === block.transactions.length) return { receipts: numberLogs(found) };
  const why = refusals[0] ?? `node returned ${found.length} of ${block.transactions.length} receipts`;
  return { found, why };
}

/** Whether a receipt belongs to the block, given that its transaction hash matches. */
function belongs(
  { blockHash, blockNumber, transactionIndex }: RpcReceipt,
  transaction: RpcTransaction,
  { block, i, isFinal }: { readonly block: RpcBlock; readonly i: number; readonly isFinal: boolean },
): boolean {
  if (blockHash === block.hash) return true;
  if (!isFinal) return false;
  const index = Number(transaction.transactionIndex ?? i);
  const isHere = (value: string | null | undefined, ours: number) => (value ? Number(value) === ours : !blockHash);
  return isHere(blockNumber, Number(block.number)) && isHere(transactionIndex, index);
}
