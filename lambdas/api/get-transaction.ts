import { getTransaction } from '../contract/endpoints/transactions';
import { notFound } from '../contract/errors';
import { NO_TRANSFERS } from '../contract/schemas/transactions';
import { implement } from '../http/implement';
import { indexedChain } from './shared/indexed-chain';
import { chainView } from './views/chain';
import { fullTransactionView } from './views/transaction';

export const handler = implement(getTransaction, async ({ params, deps }) => {
  const { chain, cursor, head } = await indexedChain(deps, params.chainId);
  const found = await deps.Tx.byHash(chain.chainId, params.txHash);
  if (!found || found.number > head)
    throw notFound(`transaction ${params.txHash} of chain ${chain.chainId} (indexed up to ${head})`);
  const { networkToken } = chainView(chain, cursor, deps.now());
  return { ...NO_TRANSFERS, networkTokenDetails: { networkToken }, nativeTransaction: fullTransactionView(found) };
});
