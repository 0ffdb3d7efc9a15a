import { type ContractVersion, valueIn } from '../../core/contract/contract-version';
import { PChainTxType } from '../contract/schemas/transactions';

const Known = PChainTxType.catch('UNKNOWN');

/** Type name in a version of the API contract; UNKNOWN for types newer than it. */
export const txTypeView = (type: string, version: ContractVersion) =>
  valueIn(version, 'PChainTransactionType', Known.parse(type));
