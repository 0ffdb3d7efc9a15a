import { handler } from '../../../../lambdas/evm/api/chains/list-address-chains';
import { listsAddressChains } from '../../../support/endpoints/address-chains';

describe('listAddressChains', () => listsAddressChains(handler));
