import { handler } from '../../../lambdas/api/chains/get-address-chains';
import { listsAddressChains } from '../../support/endpoints/address-chains';

describe('getAddressChains', () => listsAddressChains(handler));
