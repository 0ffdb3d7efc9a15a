import { findChain } from '../../adapters/config';
import type { Readers } from '../../adapters/dynamo/readers';
import type { Chain } from '../../contract/config';
import { badRequest, notFound } from '../../contract/errors';
import { type Cursor, visibleBlock } from '../../domain/chain/cursor';
import type { Page } from '../../http/page';

/** The configured chain, or 404. */
export function chainOf(chains: readonly Chain[], id: string): Chain {
  const chain = findChain(chains, id);
  if (!chain) throw notFound(`chain ${id}`);
  return chain;
}

/**
 * The chain, the last block that readers see (-1 if there is none yet), and the last block of a list: the chain's last
 * at the list's first page, or a lower one after a rollback. 404 for a chain without an index.
 */
export async function indexedChain(
  { chains, Cursor }: { readonly chains: readonly Chain[] } & Readers<'Cursor'>,
  id: string,
  page?: Pick<Page, 'cut'>,
): Promise<{ chain: Chain; cursor: Cursor | undefined; head: number; cut: number }> {
  const chain = chainOf(chains, id);
  if (!chain.index) throw notFound(`an index of chain ${id}`);
  const headOf = (cursor: Cursor | undefined) => (cursor ? visibleBlock(cursor) : -1);
  let cursor = await Cursor.find(chain.chainId);
  const given = typeof page?.cut === 'number' ? page.cut : Number.POSITIVE_INFINITY;
  // The first page came from a function with a newer cursor, or the chain was rolled back since: read the cursor again.
  if (page?.cut !== undefined && given > headOf(cursor)) cursor = await Cursor.find(chain.chainId, true);
  const head = headOf(cursor);
  return { chain, cursor, head, cut: Math.min(given, head) };
}

/** Blocks of a list: those requested, up to `cut`, the chain's last block when the first page was given. */
export function requestedBlocks(
  { startBlock = 0, endBlock }: { startBlock?: number | undefined; endBlock?: number | undefined },
  cut: number,
) {
  if (endBlock !== undefined && endBlock < startBlock)
    throw badRequest('endBlock', `must not be below startBlock, ${startBlock}`);
  return { from: startBlock, to: Math.min(endBlock ?? cut, cut) };
}
