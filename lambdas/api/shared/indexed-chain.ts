import { findChain } from '../../adapters/config';
import type { Readers } from '../../adapters/dynamo/readers';
import type { Chain } from '../../contract/config';
import { badRequest, notFound } from '../../contract/errors';
import { type Cursor, visibleBlock } from '../../domain/evm/cursor';
import type { Page } from '../../http/page';

/** The configured chain, or 404. */
export function chainOf(chains: readonly Chain[], id: string): Chain {
  const chain = findChain(chains, id);
  if (!chain) throw notFound(`chain ${id}`);
  return chain;
}

/** The chain and the block up to which readers see it, -1 where it has none yet. 404 for a chain without an index. */
export async function indexedChain(
  { chains, Cursor }: { readonly chains: readonly Chain[] } & Readers<'Cursor'>,
  id: string,
): Promise<{ chain: Chain; cursor: Cursor | undefined; head: number }> {
  const chain = chainOf(chains, id);
  if (!chain.index) throw notFound(`an index of chain ${id}`);
  const cursor = await Cursor.find(chain.chainId);
  return { chain, cursor, head: cursor ? visibleBlock(cursor) : -1 };
}

/** The last block of a list: where the chain stood at the first page, or lower where it was rolled back since. */
export const cutOf = ({ cut }: Page, head: number): number => (typeof cut === 'number' ? Math.min(cut, head) : head);

/** Blocks of a list: those asked for, cut at `cut`, where the chain stood when the first page was given. */
export function blocksAsked(
  { startBlock = 0, endBlock }: { startBlock?: number | undefined; endBlock?: number | undefined },
  cut: number,
) {
  if (endBlock !== undefined && endBlock < startBlock)
    throw badRequest('endBlock', `must not be below startBlock, ${startBlock}`);
  return { from: startBlock, to: Math.min(endBlock ?? cut, cut) };
}
