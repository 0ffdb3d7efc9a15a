import type { ListedBlock } from '../../adapters/dynamo/evm/block-reader';
import type { Readers } from '../../adapters/dynamo/readers';
import type { Chain } from '../../contract/config';
import { notFound } from '../../contract/errors';

/** A block that readers may see, by number or hash; 404 otherwise. */
export async function findBlock(
  { Block }: Readers<'Block'>,
  { chain, head }: { readonly chain: Chain; readonly head: number },
  id: { readonly number: number } | { readonly hash: string },
): Promise<ListedBlock> {
  const found =
    'hash' in id ? await Block.byHash(chain.chainId, id.hash) : await Block.byNumber(chain.chainId, id.number);
  if (found && found.number <= head) return found;
  throw notFound(`block ${'hash' in id ? id.hash : id.number} of chain ${chain.chainId} (indexed up to ${head})`);
}
