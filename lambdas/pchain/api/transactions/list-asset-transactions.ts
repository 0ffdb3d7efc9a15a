import { listAssetTransactions } from '../../contract/endpoints/transactions';
import { implement } from '../implement';
import { idIn } from '../shared/ids';
import { notIndexed } from '../shared/not-indexed';

export const handler = implement(listAssetTransactions, async ({ params, deps }) => {
  idIn('assetId', params.assetId);
  return notIndexed(deps.pChains, params, `the transaction list of asset ${params.assetId}`);
});
