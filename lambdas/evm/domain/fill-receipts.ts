import { numberLogs } from './normalize';
import type { Hex, RpcBlock, RpcLog, RpcReceipt } from './rpc';

export interface LogWithTransaction extends RpcLog {
  readonly blockHash?: Hex;
  readonly transactionHash?: Hex;
}

/** One per transaction, in order. Rebuilds lost receipts from logs, without status and gas. */
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
