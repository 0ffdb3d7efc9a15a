import type { Deps } from '../../adapters/deps';
import type { ListedTransfer } from '../../adapters/dynamo/evm/address-readers';
import type { List } from '../../adapters/dynamo/list';
import type { Blocks } from '../../adapters/dynamo/stored-item';
import type { Page } from '../../http/page';
import { blocksAsked, indexedChain } from './indexed-chain';
import type { ShownToken } from './known';

interface Asked {
  readonly params: { readonly chainId: string };
  readonly query: { readonly startBlock?: number | undefined; readonly endBlock?: number | undefined };
  readonly page: Page;
  readonly deps: Deps<{ reads: ['Cursor'] }>;
}

/** A page of transfers, newest first. `readRecords` reads the records of their tokens. */
export async function transferList<K, V>(
  { params, query, page, deps }: Asked,
  listOf: (chain: string, blocks: Blocks) => List<ListedTransfer>,
  readRecords: (chain: string, transfers: readonly ShownToken[]) => Promise<K>,
  view: (row: ListedTransfer, known: K) => V,
): Promise<{ rows: V[]; nextPageToken?: string }> {
  const { chain, cut } = await indexedChain(deps, params.chainId, page);
  const list = listOf(chain.chainId, blocksAsked(query, cut));
  const { values, next } = await deps.page([list], { ...page, ascending: false });
  const known = await readRecords(
    chain.chainId,
    values.map(({ transfer }) => transfer),
  );
  return { rows: values.map((row) => view(row, known)), ...page.token(next, cut) };
}
