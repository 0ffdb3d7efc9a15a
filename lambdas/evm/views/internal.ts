import type { InternalTransactionDetails } from '../contract/schemas/transfers';
import type { InternalTransaction } from '../domain/internal-transactions';
import { type Names, richAddress } from './address';

/** Reverted ones are not stored. */
export const internalView = (
  { from, to, type, value, gasUsed, gasLimit }: InternalTransaction,
  names: Names,
): InternalTransactionDetails => ({
  from: richAddress(from, names),
  to: richAddress(to, names),
  internalTxType: type,
  value: String(value),
  isReverted: false,
  gasUsed: String(gasUsed),
  gasLimit: String(gasLimit),
});
