import { normalizeReceipt, numberLogs } from './normalize';
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpc';

export type MatchedReceipts =
  | { readonly receipts: readonly RpcReceipt[] }
  | { readonly found: readonly RpcReceipt[]; readonly why: string };

/**
 * Nodes return duplicates, too few receipts, or ones of another branch. In a final block, another
 * block hash is accepted if transaction and index match (crypto-org-chain/cronos#377).
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
