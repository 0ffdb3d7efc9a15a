import { listAddressChains } from '../../contract/endpoints/chains';
import { implement } from '../implement/evm';
import { addressChains } from '../shared/address-chains';

export const handler = implement(listAddressChains, addressChains);
