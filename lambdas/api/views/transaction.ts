import type { ListedTransaction, StoredTransaction } from '../../adapters/dynamo/evm/transaction-readers';
import type { FullNativeTransaction, NativeTransaction } from '../../contract/schemas/transactions';
import { methodOf } from '../../domain/evm/method';
import { type Names, richAddress } from './address';
import { blockRefView } from './block';

/** A transaction as lists show it. */
export const transactionView = ({ transaction, ...block }: ListedTransaction, names: Names): NativeTransaction => ({
  ...blockRefView(block),
  blockIndex: transaction.index,
  txHash: transaction.hash,
  txStatus: transaction.succeeded ? '1' : '0',
  txType: transaction.type,
  gasLimit: String(transaction.gasLimit),
  gasUsed: String(transaction.gasUsed),
  gasPrice: String(transaction.gasPrice),
  nonce: String(transaction.nonce),
  from: richAddress(transaction.from, names),
  to: richAddress(transaction.to, names),
  method: methodOf(transaction),
  value: String(transaction.value),
});

/** A transaction with its input and fee caps. */
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
