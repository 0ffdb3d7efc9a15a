import type { Call, Outcome } from '../../../lambdas/core/node/exchange';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';

/** As a node serves them: unchecked types. */
export type ServedBlocks = ReadonlyMap<number, { readonly block: object; readonly receipts: readonly unknown[] }>;

export function answerFrom(blocks: ServedBlocks, [method, tag]: Call): Outcome {
  const at = blocks.get(tag === 'latest' ? Math.max(...blocks.keys()) : Number(tag));
  if (method === 'eth_getBlockByNumber') return { result: at?.block ?? null };
  if (method === 'eth_getBlockReceipts') return { result: at?.receipts ?? null };
  const receipts = [...blocks.values()].flatMap((one) => one.receipts as RawBlock['receipts']);
  if (method === 'eth_getTransactionReceipt')
    return { result: receipts.find((one) => one?.transactionHash === tag) ?? null };
  const { blockHash } = (typeof tag === 'object' ? tag : {}) as { readonly blockHash?: string };
  const logs = receipts.flatMap((one) =>
    one?.blockHash === blockHash && Array.isArray(one?.logs)
      ? one.logs.map((log) => ({ ...log, blockHash, transactionHash: one.transactionHash }))
      : [],
  );
  return { result: logs };
}
