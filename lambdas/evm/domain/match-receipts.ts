import { normalizeReceipt, numberLogs } from './normalize';
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpc';

/** The receipts of a block, in the order of its transactions; or those that were found, and why that is not all. */
export type MatchedReceipts =
  | { readonly receipts: readonly RpcReceipt[] }
  | { readonly found: readonly RpcReceipt[]; readonly why: string };

/**
 * Chooses a block's receipts from what a node answers: in any order, with repeated ones and those of other transactions
 * beside them. Nodes return fewer receipts than transactions, and receipts of another branch; those of a final block
 * may name another block, as long as their transaction and its position are right (crypto-org-chain/cronos#377).
 */
export function matchReceipts(block: RpcBlock, given: unknown, isFinal: boolean): MatchedReceipts {
  if (!Array.isArray(given)) return { found: [], why: 'no list of receipts' };
  const byHash = new Map<string, RpcReceipt>();
  const refusals: string[] = [];
  for (const [i, one] of given.entries()) {
    if (one === null) continue;
    const receipt = normalizeReceipt(one);
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
  const why = refusals[0] ?? `${found.length} of ${block.transactions.length} receipts`;
  return { found, why };
}

/** Of one transaction, its hash being right already. */
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
