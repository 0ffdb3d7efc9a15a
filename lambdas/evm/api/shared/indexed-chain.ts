import type { BlockRange } from '../../../chain/domain/block-range';
import { type Cursor, finalBlock, hiddenRanges, visibleBlock } from '../../../chain/domain/cursor';
import type { Blocks } from '../../../chain/rows/block-lists';
import type { Chain } from '../../../core/contract/config';
import { badRequest } from '../../../core/contract/errors';
import type { Page } from '../../../core/http/page';
import { chainWithIndex } from '../../../core/http/served-chain';
import type { Deps } from '../implement';

/** A chain with an index, as a request sees it. */
export interface IndexedChain {
  readonly chain: Chain;
  readonly cursor: Cursor | undefined;
  /** The last block that readers see; -1 if there is none yet. */
  readonly head: number;
  /** The last block of a list: the chain's last at the list's first page, or a lower one after a rollback. */
  readonly cut: number;
  /** Blocks of history below that readers do not see, as they may be half written. */
  readonly hidden: readonly BlockRange[];
}

/** The chain and what of it readers see. 404 for a chain without an index. */
export async function indexedChain(
  { chains, Cursor }: { readonly chains: readonly Chain[] } & Pick<Deps<{ reads: ['Cursor'] }>, 'Cursor'>,
  id: string,
  page?: Pick<Page, 'cut'>,
): Promise<IndexedChain> {
  const chain = chainWithIndex(chains, id);
  let cursor = await Cursor.find(chain.chainId);
  const given = typeof page?.cut === 'number' ? page.cut : Number.POSITIVE_INFINITY;
  // The first page came from a function with a newer cursor, which may have seen more of the history, or the chain was
  // rolled back since: read the cursor again.
  if (page?.cut !== undefined && (given > getHead(cursor) || cursor?.hidden))
    cursor = await Cursor.find(chain.chainId, true);
  return asSeen(chain, cursor, given);
}

/** What readers see of a chain with this cursor. */
function asSeen(chain: Chain, cursor: Cursor | undefined, cut = Number.POSITIVE_INFINITY): IndexedChain {
  const head = getHead(cursor);
  return { chain, cursor, head, cut: Math.min(cut, head), hidden: hiddenRanges(cursor) };
}

const getHead = (cursor: Cursor | undefined): number => (cursor ? visibleBlock(cursor) : -1);

/**
 * The same for who has found a row of a block: with a newer cursor if the cached one does not show that block yet, so that
 * a row is seen as soon as it is whole.
 */
export async function seeing(
  { Cursor }: Pick<Deps<{ reads: ['Cursor'] }>, 'Cursor'>,
  indexed: IndexedChain,
  block: number,
): Promise<IndexedChain> {
  const { chain, head } = indexed;
  return block <= head ? indexed : asSeen(chain, await Cursor.find(chain.chainId, true));
}

/**
 * Whether what a block has can never change: no reorg may replace it, and no history is being written whose counts may
 * be added to it.
 */
export const isFinal = ({ chain, cursor }: Pick<IndexedChain, 'chain' | 'cursor'>, block: number): boolean =>
  cursor !== undefined && cursor.hidden === undefined && block <= finalBlock(cursor, chain.finalityDepth);

/**
 * Blocks of a list: those requested (`endBlock` is the first one after them), up to `cut`, the chain's last block when
 * the first page was given. Every list of a chain's blocks gets them here.
 */
export function requestedBlocks(
  { startBlock = 0, endBlock }: { startBlock?: number | undefined; endBlock?: number | undefined },
  { cut, hidden }: Pick<IndexedChain, 'cut' | 'hidden'>,
): Blocks {
  if (endBlock !== undefined && endBlock < startBlock)
    throw badRequest('endBlock', `must not be below startBlock, ${startBlock}`);
  const last = endBlock === undefined ? cut : Math.min(endBlock - 1, cut);
  return { from: startBlock, to: last, except: hidden };
}
