import type { InternalTransactionDetails } from '../../contract/schemas/transfers';
import type { Frame } from '../../domain/evm/frames';
import { richAddress } from './address';

/** An internal transaction, inside its transaction. What was reverted is not kept. */
export const internalView = ({ from, to, type, value, gasUsed, gasLimit }: Frame): InternalTransactionDetails => ({
  from: richAddress(from),
  to: richAddress(to),
  internalTxType: type,
  value: String(value),
  isReverted: false,
  gasUsed: String(gasUsed),
  gasLimit: String(gasLimit),
});
