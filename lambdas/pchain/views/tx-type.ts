import { type ContractVersion, valueIn } from '../../core/contract/contract-version';
import { PChainTxType } from '../contract/schemas/transactions';

const Known = PChainTxType.catch('UNKNOWN');

/** The type of a transaction as a version of the contract names it. */
export const txTypeView = (type: string, version: ContractVersion) =>
  valueIn(version, 'PChainTransactionType', Known.parse(type));
