import { handler } from '../../../lambdas/api/chains/get-address-chains';
import { listsAddressChains } from '../../support/address-chains';

describe('getAddressChains', () => listsAddressChains(handler));
