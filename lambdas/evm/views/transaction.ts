import type { FullNativeTransaction, NativeTransaction } from '../contract/schemas/transactions';
import type { TransactionStatus } from '../domain/derive';
import { getMethod } from '../domain/method';
import type { ListedTransaction, StoredTransaction } from '../rows/transaction-readers';
import { type Names, richAddress } from './address';
import { blockRefView } from './block';

/** Of the public contract, which does not define one for unknown. */
export const TX_STATUS = { success: '1', failed: '0', unknown: 'unknown' } as const satisfies Record<
  TransactionStatus,
  string
>;

export const transactionView = ({ transaction, ...block }: ListedTransaction, names: Names): NativeTransaction => ({
  ...blockRefView(block),
  blockIndex: transaction.index,
  txHash: transaction.hash,
  txStatus: TX_STATUS[transaction.status],
  txType: transaction.type,
  gasLimit: String(transaction.gasLimit),
  gasUsed: String(transaction.gasUsed),
  gasPrice: String(transaction.gasPrice),
  nonce: String(transaction.nonce),
  from: richAddress(transaction.from, names),
  to: richAddress(transaction.to, names),
  method: getMethod(transaction),
  value: String(transaction.value),
});

export const fullTransactionView = (found: StoredTransaction, names: Names): FullNativeTransaction => {
  const { input, maxFee, maxPriorityFee } = found.transaction;
  return {
    ...transactionView(found, names),
    input,
    baseFeePerGas: String(found.baseFee),
    ...(maxFee === undefined ? {} : { maxFeePerGas: String(maxFee) }),
    ...(maxPriorityFee === undefined ? {} : { maxPriorityFeePerGas: String(maxPriorityFee) }),
  };
};
