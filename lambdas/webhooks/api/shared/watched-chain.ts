import { visibleBlock } from '../../../chain/domain/cursor';
import { findChain } from '../../../core/config/runtime';
import { ApiError, notFound } from '../../../core/contract/errors';
import type { Since } from '../../domain/webhook';
import type { Deps } from '../implement';

/** The position of a chain now: a webhook matches blocks after it. Throws 503 while nothing of the chain is indexed. */
export async function currentPosition(
  { Cursor }: Pick<Deps<{ reads: ['Cursor'] }>, 'Cursor'>,
  chain: string,
): Promise<Since> {
  const cursor = await Cursor.find(chain, true);
  if (!cursor) throw new ApiError(503, `nothing of chain ${chain} is indexed yet: try again in a minute`);
  return { number: visibleBlock(cursor), epoch: cursor.epoch };
}

/** The EVM chain of this id, if webhooks can watch it. Throws 404 or 400 otherwise. */
export function watchedChain({ chains }: Pick<Deps, 'chains'>, id: string) {
  const chain = findChain(chains, id);
  if (!chain) throw notFound(`chain ${id}`);
  if (!chain.index)
    throw new ApiError(400, `chainId: chain ${id} is not indexed on this deployment, so it has no webhooks`);
  return chain;
}
