import type * as z from 'zod';
import type { Page } from '../../../core/http/page';
import type { getUtxosByAddresses } from '../../contract/endpoints/utxos';
import { keyOfOutput } from '../../domain/derive';
import type { PUtxoRow } from '../../domain/rows';
import { UTXO_KEY_LENGTH } from '../../rows/items';
import { pChainUtxoView } from '../../views/utxo';
import type { Deps } from '../implement';
import { chainInfo } from './chain-info';
import { addressesIn, idIn } from './ids';
import { mergedPage } from './merged-page';
import { indexedNetwork, requireFirstBlock, requirePChain } from './network';
import { outputAt } from './outputs';

type Params = z.output<(typeof getUtxosByAddresses)['params']>;
type Filters = Omit<z.output<(typeof getUtxosByAddresses)['query']>, 'addresses' | 'pageSize' | 'pageToken'>;

interface UtxosQuery {
  readonly params: Params;
  readonly filters: Filters;
  readonly addresses: readonly string[];
  readonly page: Page;
}

/** Rows that one page reads over all lists (tens of megabytes); the read budget may allow fewer. */
const [MAX_ROWS_READ, ROWS_PER_UNIT] = [20_000, 6];

/** Highest block number that fits in keys. */
const MAX_BLOCK = 9_999_999_999;

export async function getUtxos(
  deps: Deps<{ reads: ['Cursor', 'PNetwork', 'PUtxoOf'] }>,
  { params, filters, addresses: texts, page }: UtxosQuery,
) {
  const indexed = await indexedNetwork(deps, params.network, page);
  requirePChain(params.blockchainId);
  requireFirstBlock(indexed, 'outputs of addresses');
  const { network, facts, head, cut } = indexed;
  const { includeSpent, sortBy, sortOrder } = filters;
  const addresses = addressesIn('addresses', texts, facts.hrp);
  const assetId = filters.assetId === undefined ? undefined : idIn('assetId', filters.assetId);
  const least = BigInt(filters.minUtxoAmount ?? '0');
  // A spend is written just before its block is visible: list its outputs, or funds would vanish.
  const last = includeSpent ? cut : MAX_BLOCK;
  const lists = addresses.map((address) =>
    sortBy === 'amount'
      ? deps.PUtxoOf.byAmount(network, address, least)
      : deps.PUtxoOf.byTime(network, address, !includeSpent, { from: 0, to: last }),
  );
  const keep = (row: PUtxoRow): boolean =>
    row.created !== undefined &&
    row.created.block <= last &&
    (includeSpent || !row.spent) &&
    (assetId === undefined || row.assetId === assetId) &&
    row.amount >= least;
  const rows = Math.min(MAX_ROWS_READ, ROWS_PER_UNIT * deps.readBudget.limit);
  const size = Math.min(page.size, Math.floor(rows / lists.length));
  const { values, next } = await mergedPage(deps.page, lists, {
    page: { ...page, size },
    ascending: sortOrder === 'asc',
    group: sortBy === 'amount' ? UTXO_KEY_LENGTH.amount : UTXO_KEY_LENGTH.time,
    toId: keyOfOutput,
    keep,
  });
  return {
    utxos: values.map((row) => pChainUtxoView(outputAt(row, head), facts)),
    ...chainInfo(params.network),
    ...page.token(next, cut),
  };
}
