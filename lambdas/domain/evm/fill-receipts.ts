import type { Hex, RpcBlock, RpcLog, RpcReceipt } from './rpc';

/** A log as eth_getLogs returns it: with its block and transaction. */
export interface LogWithTransaction extends RpcLog {
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
}

/**
 * A receipt for each transaction of a block, in order: the node's own if it is of this block, otherwise a substitute
 * with the transaction's logs alone. A substitute has no status (like receipts before Byzantium) and no gas.
 */
export function fillReceipts(
  block: RpcBlock,
  found: readonly RpcReceipt[],
  logs: readonly LogWithTransaction[],
): RpcReceipt[] {
  const own = found.filter(({ blockHash }) => blockHash === block.hash);
  const byHash = new Map(own.map((receipt) => [receipt.transactionHash, receipt]));
  return block.transactions.map(
    ({ hash, transactionIndex }) =>
      byHash.get(hash) ?? {
        transactionHash: hash,
        transactionIndex,
        blockHash: block.hash,
        gasUsed: '0x0',
        contractAddress: null,
        missing: true,
        logs: logs.filter(({ transactionHash }) => transactionHash === hash),
      },
  );
}
