import type { InBlock } from '../../evm/rows/in-block';
import type { WholeTransaction } from '../../evm/rows/transaction-readers';

export const placeView = ({ number, time }: Pick<InBlock, 'number' | 'time'>) => ({
  blockNumber: String(number),
  timeStamp: String(time),
});

/** `head`: the last indexed block. */
export const confirmations = (head: number, { number }: Pick<InBlock, 'number'>): string =>
  String(Math.max(0, head - number + 1));

export const methodId = (input: string): string => (input.length >= 10 ? input.slice(0, 10) : '0x');

/** By hash. A transaction of another block does not describe the row: a reorg came between the two reads. */
export type Transactions = ReadonlyMap<string, WholeTransaction>;

export function findTransaction(
  transactions: Transactions,
  hash: string,
  row: Pick<InBlock, 'hash'>,
): WholeTransaction['transaction'] | undefined {
  const found = transactions.get(hash);
  return found?.hash === row.hash ? found.transaction : undefined;
}
