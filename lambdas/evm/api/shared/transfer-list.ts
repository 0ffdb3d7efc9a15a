import type { Blocks } from '../../../chain/rows/block-lists';
import type { Page } from '../../../core/http/page';
import type { List } from '../../../core/table/list';
import type { ListedTransfer } from '../../rows/address-readers';
import type { Deps } from '../implement';
import { indexedChain, requestedBlocks } from './indexed-chain';
import type { ShownToken } from './token-records';

interface TransferListRequest {
  readonly params: { readonly chainId: string };
  readonly query: { readonly startBlock?: number | undefined; readonly endBlock?: number | undefined };
  readonly page: Page;
  readonly deps: Deps<{ reads: ['Cursor'] }>;
}

export async function transferList<K, V>(
  { params, query, page, deps }: TransferListRequest,
  toList: (chain: string, blocks: Blocks) => List<ListedTransfer>,
  readRecords: (chain: string, transfers: readonly ShownToken[]) => Promise<K>,
  view: (row: ListedTransfer, records: K) => V,
): Promise<{ rows: V[]; nextPageToken?: string }> {
  const indexed = await indexedChain(deps, params.chainId, page);
  const { chain, cut } = indexed;
  const list = toList(chain.chainId, requestedBlocks(query, indexed));
  const { values, next } = await deps.page([list], { ...page, ascending: false });
  const records = await readRecords(
    chain.chainId,
    values.map(({ transfer }) => transfer),
  );
  return { rows: values.map((row) => view(row, records)), ...page.token(next, cut) };
}
