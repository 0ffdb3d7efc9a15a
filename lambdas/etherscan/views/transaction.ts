import type { ListedTransaction } from '../../evm/rows/transaction-readers';
import { UNKNOWN } from '../domain/unknown';
import { confirmations, findTransaction, methodId, placeView, type Transactions } from './shared';

interface Shown {
  readonly head: number;
  readonly transactions: Transactions;
  /** Contract created by a transaction, by its hash. */
  readonly created: ReadonlyMap<string, string>;
}

const IS_ERROR = { success: '0', failed: '1', unknown: UNKNOWN } as const;
export const RECEIPT_STATUS = { success: '1', failed: '0', unknown: UNKNOWN } as const;
export const isErrorView = (status: keyof typeof IS_ERROR): string => IS_ERROR[status];

export function transactionView(row: ListedTransaction, { head, transactions, created }: Shown) {
  const { transaction: listed } = row;
  const whole = findTransaction(transactions, listed.hash, row);
  return {
    ...placeView(row),
    hash: listed.hash,
    nonce: String(listed.nonce),
    blockHash: row.hash,
    transactionIndex: String(listed.index),
    from: listed.from,
    to: listed.to ?? '',
    value: String(listed.value),
    gas: String(listed.gasLimit),
    gasPrice: String(listed.gasPrice),
    isError: isErrorView(listed.status),
    txreceipt_status: RECEIPT_STATUS[listed.status],
    input: whole?.input ?? UNKNOWN,
    contractAddress: created.get(listed.hash) ?? '',
    cumulativeGasUsed: whole?.cumulativeGas === undefined ? UNKNOWN : String(whole.cumulativeGas),
    gasUsed: String(listed.gasUsed),
    confirmations: confirmations(head, row),
    methodId: methodId(listed.input),
    functionName: UNKNOWN,
  };
}
