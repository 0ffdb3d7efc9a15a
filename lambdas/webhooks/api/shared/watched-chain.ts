import { visibleBlock } from '../../../chain/domain/cursor';
import { findChain } from '../../../core/config/runtime';
import { ApiError, notFound } from '../../../core/contract/errors';
import type { Since } from '../../domain/webhook';
import type { Deps } from '../implement';

/** A webhook matches blocks after this. Throws 503 until the chain has an indexed block. */
export async function currentPosition(
  { Cursor }: Pick<Deps<{ reads: ['Cursor'] }>, 'Cursor'>,
  chain: string,
): Promise<Since> {
  const cursor = await Cursor.find(chain, true);
  if (!cursor) throw new ApiError(503, `chain ${chain} has no indexed blocks yet; try again in a minute`);
  return { number: visibleBlock(cursor), epoch: cursor.epoch };
}

/** Throws 404 if the chain is unknown, 400 if it is not indexed. */
export function watchedChain({ chains }: Pick<Deps, 'chains'>, id: string) {
  const chain = findChain(chains, id);
  if (!chain) throw notFound(`chain ${id}`);
  if (!chain.index)
    throw new ApiError(400, `chainId: chain ${id} is not indexed on this deployment and does not support webhooks`);
  return chain;
}
