import { getAvaxSupply } from '../../contract/endpoints/primary-network';
import { ApiError } from '../../contract/errors';
import { implement } from '../implement/pchain';

export const handler = implement(getAvaxSupply, async () => {
  throw new ApiError(
    404,
    'the supply of AVAX is not indexed on this deployment: it needs what the X-chain has burned and what the genesis still locks',
  );
});
