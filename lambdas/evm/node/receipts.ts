import { NodeRefused } from '../../core/node/errors';
import { type Call, getResult, type Outcome, toError } from '../../core/node/exchange';
import { fillReceipts, type LogWithTransaction } from '../domain/fill-receipts';
import { normalizeLog } from '../domain/normalize';
import type { RpcBlock, RpcReceipt } from '../domain/rpc';
import type { Batch } from './run-code';

/** null for missing receipts; with `refusedIsNone`, for rejected ones too. Throws NodeError. */
export async function receiptsOneByOne(batch: Batch, block: RpcBlock, refusedIsNone: boolean): Promise<unknown[]> {
  const outcomes = await batch(block.transactions.map((t): Call => ['eth_getTransactionReceipt', t.hash]));
  const isNone = (outcome: Outcome) => refusedIsNone && toError(outcome) instanceof NodeRefused;
  return outcomes.map((outcome) => (isNone(outcome) ? null : (getResult(outcome) ?? null)));
}

/** Rebuilds lost receipts. undefined if the logs do not prove that the node has the block. */
export async function receiptsWithLogs(
  batch: Batch,
  block: RpcBlock,
  found: readonly RpcReceipt[],
): Promise<readonly RpcReceipt[] | undefined> {
  const [outcome] = await batch([['eth_getLogs', { blockHash: block.hash }]]);
  const answer = getResult(outcome);
  if (!Array.isArray(answer)) return undefined;
  const logs: LogWithTransaction[] = [];
  for (const one of answer) {
    const log = normalizeLog<LogWithTransaction>(one);
    if ('invalid' in log) return undefined;
    logs.push(log.value);
  }
  return areComplete(block, found, logs) ? fillReceipts(block, found, logs) : undefined;
}

/** Complete logs match every known receipt, and are not empty if the bloom filter is not. */
function areComplete(block: RpcBlock, own: readonly RpcReceipt[], logs: readonly LogWithTransaction[]): boolean {
  const count = (hash: string) => logs.filter(({ transactionHash }) => transactionHash === hash).length;
  const hasLogs = typeof block.logsBloom === 'string' && /[1-9a-f]/i.test(block.logsBloom.slice(2));
  return (
    logs.every(({ blockHash }) => blockHash === block.hash) &&
    own.every((receipt) => count(receipt.transactionHash) === receipt.logs.length) &&
    (logs.length > 0 || !hasLogs)
  );
}
