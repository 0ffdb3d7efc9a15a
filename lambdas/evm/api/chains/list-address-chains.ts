import { listAddressChains } from '../../contract/endpoints/chains';
import { implement } from '../implement';
import { addressChains } from '../shared/address-chains';

export const handler = implement(listAddressChains, addressChains);
