import { type ContractVersion, valueIn } from '../../core/contract/contract-version';
import { PChainTxType } from '../contract/schemas/transactions';

const Known = PChainTxType.catch('UNKNOWN');

/** UNKNOWN for types newer than the contract version. */
export const txTypeView = (type: string, version: ContractVersion) =>
  valueIn(version, 'PChainTransactionType', Known.parse(type));
