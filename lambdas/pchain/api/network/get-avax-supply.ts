import { ApiError } from '../../../core/contract/errors';
import { getAvaxSupply } from '../../contract/endpoints/network';
import { implement } from '../implement';

export const handler = implement(getAvaxSupply, async () => {
  throw new ApiError(
    404,
    'the AVAX supply is not indexed on this deployment: it depends on X-Chain burns and on AVAX still locked in the genesis',
  );
});
