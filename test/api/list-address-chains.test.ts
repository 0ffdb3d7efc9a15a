import { handler } from '../../lambdas/api/list-address-chains';
import { listsAddressChains } from '../support/address-chains';

describe('listAddressChains', () => listsAddressChains(handler));
