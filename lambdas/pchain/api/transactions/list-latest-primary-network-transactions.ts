import { badRequest } from '../../../core/contract/errors';
import { listLatestPrimaryNetworkTransactions } from '../../contract/endpoints/transactions';
import { implement } from '../implement';
import { chainInfo } from '../shared/chain-info';
import { addressesIn, idIn } from '../shared/ids';
import { indexedNetwork, requirePChain } from '../shared/network';
import { transactionsAnswer } from '../shared/outputs';
import { blocksOfTimes } from '../shared/times';
import { getTransactions, transactionsOfChain } from '../shared/transactions';

export const handler = implement(listLatestPrimaryNetworkTransactions, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  requirePChain(params.blockchainId);
  const { addresses, txTypes, sortOrder } = query;
  const validation = query.l1ValidationId ?? query.l1ValidationID;
  if (addresses && validation) throw badRequest('l1ValidationId', 'cannot be combined with addresses');
  const { facts, cut } = indexed;
  const of = [
    ...(addresses ? addressesIn('addresses', addresses, facts.hrp) : []),
    ...(validation === undefined ? [] : [idIn('l1ValidationId', validation)]),
  ];
  const blocks = await blocksOfTimes(deps, query, indexed);
  const ascending = sortOrder === 'asc';
  const { contractVersion } = deps;
  const wanted = { network: indexed.network, blocks, txTypes, contractVersion, page, ascending };
  const found = of.length > 0 ? await getTransactions(deps, of, wanted) : await transactionsOfChain(deps, wanted);
  const { answers, next } = await transactionsAnswer(deps, found, { ...indexed, ascending });
  const transactions = answers.map(({ transaction }) => transaction);
  return { transactions, ...chainInfo(params.network), ...page.token(next, cut) };
});
