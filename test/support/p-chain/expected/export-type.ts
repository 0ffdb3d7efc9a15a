import type { UnsignedTx } from './node-types';
import { txTypeOf } from './tx-type';

/** The type of a transaction as files name it: newer ones that the contract has no name for as well. */
export function exportedType(tx: UnsignedTx): string {
  const known = txTypeOf(tx);
  if (known !== 'UNKNOWN') return known;
  if ('validatorAuthority' in tx) return 'AddAutoRenewedValidatorTx';
  return 'auth' in tx ? 'SetAutoRenewedValidatorConfigTx' : 'RewardAutoRenewedValidatorTx';
}
