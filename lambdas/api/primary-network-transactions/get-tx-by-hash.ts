import { getTxByHash } from '../../contract/endpoints/primary-network-transactions';
import { notFound } from '../../contract/errors';
import { implement } from '../../http/implement';
import { renewedStakes } from '../shared/primary-network/auto-renewal';
import { idIn } from '../shared/primary-network/ids';
import { indexedNetwork, requirePChain } from '../shared/primary-network/network';
import { pChainTransactionView } from '../views/primary-network/transaction';

export const handler = implement(getTxByHash, async ({ params, deps }) => {
  const { network, facts, head, range } = await indexedNetwork(deps, params.network);
  requirePChain(params.blockchainId);
  const id = idIn('txHash', params.txHash);
  const [[row], own] = await Promise.all([deps.PTx.byIds(network, [id]), deps.PUtxo.ofTx(network, id)]);
  if (!row || (row.place?.block ?? 0) > head)
    throw notFound(`transaction ${params.txHash} of the P-chain of ${network} (${range})`);
  // Most rewards that it paid are outputs of the transaction that staked.
  const others = new Set((row.additions.created ?? []).map(({ txId }) => txId).filter((txId) => txId !== id));
  const [renewed, ...rewards] = await Promise.all([
    renewedStakes(deps, network, [row]),
    ...[...others].map((txId) => deps.PUtxo.ofTx(network, txId)),
  ]);
  const outputs = [own, ...rewards].flat().filter((output) => output.spent && output.spent.block <= head);
  const { contractVersion } = deps;
  return pChainTransactionView(row, facts, { contractVersion, outputs, renewed: renewed.get(id) });
});
