import type { Page } from '../../../core/http/page';
import type { List } from '../../../core/table/list';
import type { StoredHolding } from '../../tokens/rows/holding-item';
import type { NftRecord } from '../../tokens/rows/nft-item';
import { listedNfts } from '../../views/nft';
import type { Deps } from '../implement';
import { holdingsPage } from './holdings-page';
import { indexedChain } from './indexed-chain';
import { balanceBlock } from './native-balance';
import { readTokenRecords } from './token-records';

/** Merged from one or more lists. Spam is not filtered. */
export async function nftPage(
  {
    params,
    page,
    deps,
  }: {
    readonly params: { readonly chainId: string };
    readonly page: Page;
    readonly deps: Deps<{ reads: ['Cursor', 'Token', 'Nft']; node: true }>;
  },
  getLists: (chainId: string) => List<StoredHolding>[],
  blockNumber?: number,
) {
  const { chain, head } = await indexedChain(deps, params.chainId);
  const at = { block: balanceBlock(chain, head, blockNumber), past: blockNumber !== undefined };
  const lists = getLists(chain.chainId);
  const all = new Map<string, NftRecord | undefined>();
  const { holdings, tokens, next } = await holdingsPage(deps, {
    chain,
    page,
    at,
    source: (size, from) => deps.page(lists, { ascending: true, size, from }),
    readTokens: async (rows) => {
      const { tokens: found, records } = await readTokenRecords(deps, chain.chainId, rows);
      for (const [name, record] of records) all.set(name, record);
      return found;
    },
    hides: () => false,
  });
  return { chain, at, holdings, tokens, nfts: listedNfts(all), ...page.token(next, head) };
}
