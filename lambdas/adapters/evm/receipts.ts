import { mismatch } from '../../domain/evm/check';
import { fillReceipts, type LogWithTransaction } from '../../domain/evm/fill-receipts';
import type { RpcBlock, RpcReceipt } from '../../domain/evm/rpc';
import { type Call, resultOf } from '../node/rpc';
import type { Batch } from './run-code';

/** The receipts of a block, one by one; null where the node has none. Throws NodeError. */
export async function receiptsOneByOne(batch: Batch, block: RpcBlock): Promise<(RpcReceipt | null)[]> {
  const outcomes = await batch(block.transactions.map((t): Call => ['eth_getTransactionReceipt', t.hash]));
  return outcomes.map((outcome) => (resultOf(outcome) ?? null) as RpcReceipt | null);
}

/**
 * All receipts of a final block of which the node has lost some for good: substitutes from the block's logs stand for
 * those. undefined if the logs do not prove that the node has the block. Throws NodeError.
 */
export async function receiptsWithLogs(
  batch: Batch,
  block: RpcBlock,
  found: readonly (RpcReceipt | null)[],
): Promise<RpcReceipt[] | undefined> {
  const own = found.filter((receipt) => receipt !== null);
  const [outcome] = await batch([['eth_getLogs', { blockHash: block.hash }]]);
  const logs = resultOf(outcome) as readonly LogWithTransaction[] | null;
  if (!Array.isArray(logs) || !prove(block, own, logs)) return undefined;
  const receipts = fillReceipts(block, own, logs);
  return mismatch(block, receipts) === undefined ? receipts : undefined;
}

/** Whether these logs are all of the block's: those of every known receipt, and some if its bloom filter has any. */
function prove(block: RpcBlock, own: readonly RpcReceipt[], logs: readonly LogWithTransaction[]): boolean {
  const count = (hash: string) => logs.filter(({ transactionHash }) => transactionHash === hash).length;
  const hasLogs = typeof block.logsBloom === 'string' && /[1-9a-f]/i.test(block.logsBloom.slice(2));
  return (
    logs.every(({ blockHash }) => blockHash === block.hash) &&
    own.every((receipt) => count(receipt.transactionHash) === receipt.logs.length) &&
    (logs.length > 0 || !hasLogs)
  );
}
