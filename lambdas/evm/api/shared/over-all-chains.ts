import { type Cursor, isUp, isVisible, visibleBlock } from '../../../chain/domain/cursor';
import type { Blocks } from '../../../chain/rows/block-lists';
import type { Page } from '../../../core/http/page';
import { key } from '../../../core/table/key';
import type { List } from '../../../core/table/list';
import { entities } from '../../../core/table/schema';
import type { Deps } from '../implement';
import { indexedChain, requestedBlocks } from './indexed-chain';

type Network = 'mainnet' | 'testnet';
export interface AllChainsQuery {
  readonly network?: Network | 'fuji' | undefined;
  readonly chainId?: string | undefined;
  readonly sortOrder: 'asc' | 'desc';
}
interface Source<T> {
  ofChain(chain: string, blocks: Blocks): List<T>;
  ofNetwork(network: Network, until?: string): List<T>;
}
interface InChain {
  readonly chain: string;
  readonly number: number;
}

export async function pageOverAllChains<T extends InChain>(
  deps: Deps<{ reads: ['Cursor'] }>,
  source: Source<T>,
  { network, chainId, sortOrder }: AllChainsQuery,
  page: Page,
  keep: (value: T) => boolean = () => true,
) {
  const ascending = sortOrder === 'asc';
  if (chainId !== undefined) {
    const indexed = await indexedChain(deps, chainId, page);
    const { chain, cursor, cut } = indexed;
    const result = await deps.page([source.ofChain(chain.chainId, requestedBlocks({}, indexed))], {
      ...page,
      ascending,
      keep,
    });
    const cursors: ReadonlyMap<string, Cursor> = new Map(cursor ? [[chain.chainId, cursor]] : []);
    return { values: result.values, token: page.token(result.next, cut), cursors };
  }
  const wantedNetwork = network === 'fuji' ? 'testnet' : network;
  const networks = (['mainnet', 'testnet'] as const).filter(
    (name) => (wantedNetwork ?? name) === name && deps.chains.some((chain) => chain.network === name && chain.index),
  );
  const chains = deps.chains.filter((chain) => chain.index && networks.includes(chain.network));
  // Consistent from the second page: another function may have served the first.
  const cursors = await deps.Cursor.all(
    chains.map((chain) => chain.chainId),
    page.from !== undefined,
  );
  const cut = ascending ? String(page.cut ?? frontier(cursors, deps.now())) : '~';
  const visible = (value: T) => {
    const cursor = cursors.get(value.chain);
    return cursor !== undefined && isVisible(cursor, value.number) && keep(value);
  };
  const lists = networks.map((name) => source.ofNetwork(name, cut));
  const { values, next } = await deps.page(lists, { ...page, ascending, keep: visible });
  return { values, token: page.token(next, cut), cursors };
}

// The lowest last key of live chains: a row added later sorts after its chain's last key, so none
// can appear before one that was already returned.
function frontier(cursors: ReadonlyMap<string, Cursor>, now: number): string {
  const ends = [...cursors].flatMap(([chain, cursor]) => {
    // Before its first block, a chain from block 0 is at block -1 and time 0, below all rows.
    const block = Math.max(0, visibleBlock(cursor));
    return isUp(cursor, now) ? [`${key(entities.Block.gsi2[1], { time: cursor.time, chain, block })}~`] : [];
  });
  return ends.reduce((least, end) => (end < least ? end : least), '~');
}
