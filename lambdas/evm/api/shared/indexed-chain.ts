import type { BlockRange } from '../../../chain/domain/block-range';
import { type Cursor, finalBlock, hiddenRanges, visibleBlock } from '../../../chain/domain/cursor';
import type { Blocks } from '../../../chain/rows/block-lists';
import type { Chain } from '../../../core/contract/config';
import { badRequest } from '../../../core/contract/errors';
import type { Page } from '../../../core/http/page';
import { chainWithIndex } from '../../../core/http/served-chain';
import type { Deps } from '../implement';

export interface IndexedChain {
  readonly chain: Chain;
  readonly cursor: Cursor | undefined;
  readonly head: number; // the last visible block; -1 without one
  /** Last block of a list: the head at its first page, or lower after a rollback. */
  readonly cut: number;
  /** History that may be partially written. */
  readonly hidden: readonly BlockRange[];
}

/** Throws 404 if the chain is not indexed. */
export async function indexedChain(
  { chains, Cursor }: { readonly chains: readonly Chain[] } & Pick<Deps<{ reads: ['Cursor'] }>, 'Cursor'>,
  id: string,
  page?: Pick<Page, 'cut'>,
): Promise<IndexedChain> {
  const chain = chainWithIndex(chains, id);
  let cursor = await Cursor.find(chain.chainId);
  const pinned = typeof page?.cut === 'number' ? page.cut : Number.POSITIVE_INFINITY;
  // Another function with a newer cursor served the first page, or a rollback: read it again.
  if (page?.cut !== undefined && (pinned > getHead(cursor) || cursor?.hidden))
    cursor = await Cursor.find(chain.chainId, true);
  return toIndexedChain(chain, cursor, pinned);
}

function toIndexedChain(chain: Chain, cursor: Cursor | undefined, cut = Number.POSITIVE_INFINITY): IndexedChain {
  const head = getHead(cursor);
  return { chain, cursor, head, cut: Math.min(cut, head), hidden: hiddenRanges(cursor) };
}

const getHead = (cursor: Cursor | undefined): number => (cursor ? visibleBlock(cursor) : -1);

/** Refreshes a cursor behind `block`, so that a row is visible once its block is complete. */
export async function refreshIfBehind(
  { Cursor }: Pick<Deps<{ reads: ['Cursor'] }>, 'Cursor'>,
  indexed: IndexedChain,
  block: number,
): Promise<IndexedChain> {
  const { chain, head } = indexed;
  return block <= head ? indexed : toIndexedChain(chain, await Cursor.find(chain.chainId, true));
}

/** Immutable: final, and no backfill can still change its cumulative counts. */
export const isFinal = ({ chain, cursor }: Pick<IndexedChain, 'chain' | 'cursor'>, block: number): boolean =>
  cursor !== undefined && cursor.hidden === undefined && block <= finalBlock(cursor, chain.finalityDepth);

/**
 * `endBlock` is exclusive. Every list over a chain's blocks must use this. Throws 400 if `endBlock`
 * is below `startBlock`.
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
