import { includes } from '../../../chain/domain/block-range';
import { notFound } from '../../../core/contract/errors';
import type { ListedBlock } from '../../rows/block-reader';
import type { Deps } from '../implement';
import { type IndexedChain, refreshIfBehind } from './indexed-chain';

/** Throws 404 if no visible block matches. */
export async function findBlock(
  deps: Pick<Deps<{ reads: ['Block', 'Cursor'] }>, 'Block' | 'Cursor'>,
  indexed: IndexedChain,
  id: { readonly number: number } | { readonly hash: string },
): Promise<ListedBlock> {
  const { Block } = deps;
  const { chain } = indexed;
  const found =
    'hash' in id ? await Block.byHash(chain.chainId, id.hash) : await Block.byNumber(chain.chainId, id.number);
  const { head, hidden } = found ? await refreshIfBehind(deps, indexed, found.number) : indexed;
  if (found && found.number <= head && !includes(hidden, found.number)) return found;
  throw notFound(`block ${'hash' in id ? id.hash : id.number} of chain ${chain.chainId} (indexed up to ${head})`);
}
