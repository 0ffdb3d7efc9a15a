import type { BlockRange } from '../../../chain/domain/block-range';
import type { Page } from '../../../core/http/page';
import { listActivePrimaryNetworkStakingTransactions } from '../../contract/endpoints/transactions';
import type { StakeOf } from '../../domain/stakes';
import { autoRenewView } from '../../views/auto-renewal';
import type { Deps } from '../implement';
import { implement } from '../implement';
import { chainInfo } from '../shared/chain-info';
import { addressesIn } from '../shared/ids';
import { mergedPage } from '../shared/merged-page';
import { indexedNetwork, requirePChain } from '../shared/network';
import { transactionsAnswer } from '../shared/outputs';
import { STAKE_PLACE_LENGTH } from '../shared/stakes';
import { blocksOfTimes } from '../shared/times';
import { hasTypeOf } from '../shared/transactions';

interface ListQuery {
  readonly network: string;
  readonly blocks: BlockRange;
  readonly page: Page;
  readonly ascending: boolean;
}

export const handler = implement(listActivePrimaryNetworkStakingTransactions, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  requirePChain(params.blockchainId);
  const { network, facts, cut } = indexed;
  const { addresses, txTypes, sortOrder } = query;
  const of = addresses && addressesIn('addresses', addresses, facts.hrp);
  const blocks = await blocksOfTimes(deps, query, indexed);
  const ascending = sortOrder === 'asc';
  const listQuery = { network, blocks, page, ascending };
  const stakes = of ? await stakesOfAddresses(deps, of, listQuery) : await allStakes(deps, listQuery);
  const ids = stakes.values.map(({ txId }) => txId);
  const found = new Map((await deps.PTx.byIds(network, ids)).map((row) => [row.id, row]));
  const { contractVersion } = deps;
  const rows = ids.flatMap((id) => found.get(id) ?? []).filter(hasTypeOf({ txTypes, contractVersion }));
  const listed = { rows, next: stakes.next, stakes: stakes.values };
  const { answers, next } = await transactionsAnswer(deps, listed, { ...indexed, ascending });
  const transactions = answers.map(({ transaction, renewed }) => ({
    ...transaction,
    ...(renewed ? autoRenewView(renewed, facts) : {}),
  }));
  return { transactions, ...chainInfo(params.network), ...page.token(next, cut) };
});

/** A stake with several rewards is listed once. */
const stakesOfAddresses = (
  deps: Deps<{ reads: ['PStakeOf'] }>,
  addresses: readonly string[],
  { network, blocks, page, ascending }: ListQuery,
) =>
  mergedPage(
    deps.page,
    addresses.map((address) => deps.PStakeOf.current(network, { address }, blocks)),
    { page, ascending, group: STAKE_PLACE_LENGTH, toId: ({ txId }) => txId },
  );

function allStakes(
  { PValidator, PDelegator, page: read }: Deps<{ reads: ['PValidator', 'PDelegator'] }>,
  { network, blocks, page, ascending }: ListQuery,
) {
  const lists = [PValidator.current(network, blocks), PDelegator.current(network, blocks)];
  return mergedPage<Pick<StakeOf, 'txId' | 'nodeId' | 'created'>>(read, lists, {
    page,
    ascending,
    toId: ({ txId }) => txId,
  });
}
