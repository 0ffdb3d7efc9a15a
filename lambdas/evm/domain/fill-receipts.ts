import { numberLogs } from './normalize';
import type { Hex, RpcBlock, RpcLog, RpcReceipt } from './rpc';

export interface LogWithTransaction extends RpcLog {
  readonly blockHash?: Hex;
  readonly transactionHash?: Hex;
}

/**
 * One receipt per transaction, in block order. Lost receipts are rebuilt from the transaction's logs, without status
 * and gas. `found`: receipts that belong to the block.
 */
export function fillReceipts(
  block: RpcBlock,
  found: readonly RpcReceipt[],
  logs: readonly LogWithTransaction[],
): readonly RpcReceipt[] {
  const byHash = new Map(found.map((receipt) => [receipt.transactionHash, receipt]));
  return numberLogs(
    block.transactions.map(
      ({ hash }) =>
        byHash.get(hash) ?? {
          transactionHash: hash,
          blockHash: block.hash,
          gasUsed: '0x0',
          contractAddress: null,
          missing: true,
          logs: logs.filter(({ transactionHash }) => transactionHash === hash),
        },
    ),
  );
}
