import { numberLogs } from './normalize';
import type { Hex, RpcBlock, RpcLog, RpcReceipt } from './rpc';

/** A log as eth_getLogs returns it: with its block and transaction. */
export interface LogWithTransaction extends RpcLog {
  readonly blockHash?: Hex;
  readonly transactionHash?: Hex;
}

/**
 * A receipt for each transaction of a block, in order: the node's own, or else a substitute with the transaction's logs
 * alone. A substitute has neither status nor gas. `found`: receipts that belong to the block.
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
