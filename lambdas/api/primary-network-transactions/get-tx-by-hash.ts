import { getTxByHash } from '../../contract/endpoints/primary-network-transactions';
import { notFound } from '../../contract/errors';
import { implement } from '../implement/pchain';
import { idIn } from '../shared/primary-network/ids';
import { indexedNetwork, requirePChain } from '../shared/primary-network/network';
import { transactionAnswer } from '../shared/primary-network/outputs';

export const handler = implement(getTxByHash, async ({ params, deps }) => {
  const indexed = await indexedNetwork(deps, params.network);
  const { network, head, range } = indexed;
  requirePChain(params.blockchainId);
  const [row] = await deps.PTx.byIds(network, [idIn('txHash', params.txHash)]);
  if (!row || (row.place?.block ?? 0) > head)
    throw notFound(`transaction ${params.txHash} of the P-chain of ${network} (${range})`);
  return transactionAnswer(deps, row, indexed);
});
