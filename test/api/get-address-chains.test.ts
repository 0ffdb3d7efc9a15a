import { handler } from '../../lambdas/api/get-address-chains';
import { listsAddressChains } from '../support/address-chains';

describe('getAddressChains', () => listsAddressChains(handler));
