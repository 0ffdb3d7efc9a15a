import { ApiError } from '../../../core/contract/errors';
import { getAvaxSupply } from '../../contract/endpoints/network';
import { implement } from '../implement';

export const handler = implement(getAvaxSupply, async () => {
  throw new ApiError(
    404,
    'the supply of AVAX is not indexed on this deployment: it needs what the X-chain has burned and what the genesis still locks',
  );
});
