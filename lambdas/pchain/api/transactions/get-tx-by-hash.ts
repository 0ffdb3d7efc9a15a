import { notFound } from '../../../core/contract/errors';
import { getTxByHash } from '../../contract/endpoints/transactions';
import { implement } from '../implement';
import { idIn } from '../shared/ids';
import { indexedNetwork, requirePChain } from '../shared/network';
import { transactionAnswer } from '../shared/outputs';

export const handler = implement(getTxByHash, async ({ params, deps }) => {
  const indexed = await indexedNetwork(deps, params.network);
  const { network, head, range } = indexed;
  requirePChain(params.blockchainId);
  const [row] = await deps.PTx.byIds(network, [idIn('txHash', params.txHash)]);
  if (!row || (row.place?.block ?? 0) > head)
    throw notFound(`transaction ${params.txHash} on the P-Chain of ${network} (${range})`);
  return transactionAnswer(deps, row, indexed);
});
