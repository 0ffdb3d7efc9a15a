import { listInternalTransactions } from '../../contract/endpoints/transfers';
import { internalView } from '../../views/internal';
import { placeView } from '../../views/transfer';
import { implement } from '../implement';
import { indexedChain, requestedBlocks } from '../shared/indexed-chain';
import { getParties, readNames } from '../shared/names';
import { tracedCut } from '../shared/traced';

export const handler = implement(listInternalTransactions, async ({ params, query, page, deps }) => {
  const { chain, cursor, cut, hidden } = await indexedChain(deps, params.chainId, page);
  const traced = await tracedCut(deps, chain.chainId, cursor, cut);
  const list = deps.AddressInternal.ofAddress(
    chain.chainId,
    params.address,
    requestedBlocks(query, { cut: traced, hidden }),
  );
  const { values, next } = await deps.page([list], { ...page, ascending: false });
  const parties = values.flatMap(({ internalTx }) => getParties(internalTx));
  const names = await readNames(deps, chain.chainId, parties);
  const transactions = values.map((row) => ({ ...placeView(row), ...internalView(row.internalTx, names) }));
  return { transactions, ...page.token(next, traced) };
});
