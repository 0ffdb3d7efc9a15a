import type { ListedTransaction } from '../../adapters/dynamo/evm/transaction-readers';

/** Which list answers a status: failed transactions have a key of their own, the others are kept after reading. */
export function byStatus(status: 'failed' | 'success' | undefined) {
  return {
    entity: status === 'failed' ? ('FailedTx' as const) : ('ChainTx' as const),
    keep: ({ transaction }: ListedTransaction) => status !== 'success' || transaction.succeeded,
  };
}
