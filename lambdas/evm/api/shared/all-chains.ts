import type { Page } from '../../../core/http/page';
import { blockView } from '../../views/block';
import { transactionView } from '../../views/transaction';
import type { Deps } from '../implement';
import { byStatus } from './by-status';
import { calledBy, readNamesOnChains } from './names';
import { type AllChainsQuery, pageOverAllChains } from './over-all-chains';

export async function blocksOfAllChains({
  query,
  page,
  deps,
}: {
  query: AllChainsQuery;
  page: Page;
  deps: Deps<{ reads: ['Cursor', 'Block'] }>;
}) {
  const { values, token, cursors } = await pageOverAllChains(deps, deps.Block, query, page);
  return { blocks: values.map((block) => blockView(block, cursors.get(block.chain))), ...token };
}

export async function transactionsOfAllChains({
  query,
  page,
  deps,
}: {
  query: AllChainsQuery & { readonly status?: 'failed' | 'success' | undefined };
  page: Page;
  deps: Deps<{ reads: ['Cursor', 'ChainTx', 'FailedTx', 'Token'] }>;
}) {
  const { entity, keep } = byStatus(query.status);
  const { values, token } = await pageOverAllChains(deps, deps[entity], query, page, keep);
  const called = values.flatMap(({ chain, transaction }) =>
    calledBy(transaction).map((contract) => ({ chain, contract })),
  );
  const namesOn = await readNamesOnChains(deps, called);
  return { transactions: values.map((row) => transactionView(row, namesOn(row.chain))), ...token };
}
