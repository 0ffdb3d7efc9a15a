import { getAddressChains } from '../../contract/endpoints/chains';
import { implement } from '../../http/implement';
import { addressChains } from '../shared/address-chains';

export const handler = implement(getAddressChains, addressChains);
