import { handler } from '../../../lambdas/api/chains/list-address-chains';
import { listsAddressChains } from '../../support/address-chains';

describe('listAddressChains', () => listsAddressChains(handler));
