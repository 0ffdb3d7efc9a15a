import { listAssetTransactions } from '../../contract/endpoints/primary-network-transactions';
import { implement } from '../implement/pchain';
import { idIn } from '../shared/primary-network/ids';
import { notIndexed } from '../shared/primary-network/not-indexed';

export const handler = implement(listAssetTransactions, async ({ params, deps }) => {
  idIn('assetId', params.assetId);
  return notIndexed(deps.pChains, params, `the list of transactions of asset ${params.assetId}`);
});
