import type { Hex, RpcBlock, RpcLog, RpcReceipt } from './rpc';

/** A log as eth_getLogs gives it: with its transaction. */
export interface PlacedLog extends RpcLog {
  readonly transactionHash: Hex;
}

/**
 * A receipt for each transaction of a block, in order: the node's own where it is of this block, else one that holds
 * the transaction's logs alone. Such a one says nothing of success (as before Byzantium) and no gas.
 */
export function fillReceipts(block: RpcBlock, found: readonly RpcReceipt[], logs: readonly PlacedLog[]): RpcReceipt[] {
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
        logs: logs.filter(({ transactionHash }) => transactionHash === hash),
      },
  );
}
