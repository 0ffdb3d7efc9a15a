import type { ListedTransaction } from '../../rows/transaction-readers';

/** Failed transactions have an index; successful ones are filtered after reading. */
export function byStatus(status: 'failed' | 'success' | undefined) {
  return {
    entity: status === 'failed' ? ('FailedTx' as const) : ('ChainTx' as const),
    keep: ({ transaction }: ListedTransaction) => status !== 'success' || transaction.status === 'success',
  };
}
