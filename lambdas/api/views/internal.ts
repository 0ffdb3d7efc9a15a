import type { InternalTransactionDetails } from '../../contract/schemas/transfers';
import type { InternalTransaction } from '../../domain/evm/internal-transactions';
import { richAddress } from './address';

/** An internal transaction, inside its transaction. Reverted ones are not stored. */
export const internalView = ({
  from,
  to,
  type,
  value,
  gasUsed,
  gasLimit,
}: InternalTransaction): InternalTransactionDetails => ({
  from: richAddress(from),
  to: richAddress(to),
  internalTxType: type,
  value: String(value),
  isReverted: false,
  gasUsed: String(gasUsed),
  gasLimit: String(gasLimit),
});
