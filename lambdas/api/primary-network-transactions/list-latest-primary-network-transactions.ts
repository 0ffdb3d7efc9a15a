import { listLatestPrimaryNetworkTransactions } from '../../contract/endpoints/primary-network-transactions';
import { badRequest } from '../../contract/errors';
import { implement } from '../../http/implement';
import { renewedStakes } from '../shared/primary-network/auto-renewal';
import { chainInfo } from '../shared/primary-network/chain-info';
import { addressesIn, idIn } from '../shared/primary-network/ids';
import { indexedNetwork, requirePChain } from '../shared/primary-network/network';
import { blocksOfTimes } from '../shared/primary-network/times';
import { transactionsOf, transactionsOfChain } from '../shared/primary-network/transactions';
import { pChainTransactionView } from '../views/primary-network/transaction';

export const handler = implement(listLatestPrimaryNetworkTransactions, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  requirePChain(params.blockchainId);
  const { addresses, txTypes, sortOrder } = query;
  const validation = query.l1ValidationId ?? query.l1ValidationID;
  if (addresses && validation) throw badRequest('l1ValidationId', 'goes without addresses');
  const { network, facts, cut } = indexed;
  const { contractVersion } = deps;
  const of = [
    ...(addresses ? addressesIn('addresses', addresses, facts.hrp) : []),
    ...(validation === undefined ? [] : [idIn('l1ValidationId', validation)]),
  ];
  const blocks = await blocksOfTimes(deps, query, indexed);
  const wanted = { network, blocks, txTypes, contractVersion, page, ascending: sortOrder === 'asc' };
  const { rows, next } =
    of.length > 0 ? await transactionsOf(deps, of, wanted) : await transactionsOfChain(deps, wanted);
  const renewed = await renewedStakes(deps, network, rows);
  const transactions = rows.map((row) =>
    pChainTransactionView(row, facts, { contractVersion, renewed: renewed.get(row.id) }),
  );
  return { transactions, ...chainInfo(params.network), ...page.token(next, cut) };
});
