import type { BlockRange } from '../../../chain/domain/block-range';
import { ApiError, badRequest } from '../../../core/contract/errors';
import type { Moment } from '../../domain/balances';
import type { Deps } from '../implement';
import type { IndexedNetwork } from './network';

/** Times of a list, Unix seconds. */
interface Times {
  readonly startTimestamp?: number | undefined;
  readonly endTimestamp?: number | undefined;
  /** That second. */
  readonly timestamp?: number | undefined;
}

/**
 * The blocks of these times, up to the last of the list: from `startTimestamp` up to the block before `endTimestamp`. The
 * times of blocks never fall, so that each bound is one question. It is for a block within the times: one that the index
 * of times does not have yet is left out, never a block of another time listed.
 */
export async function blocksOfTimes(
  { PBlock }: Deps<{ reads: ['PBlock'] }>,
  { startTimestamp, endTimestamp, timestamp }: Times,
  { network, cut, start: first }: Pick<IndexedNetwork, 'network' | 'cut' | 'start'>,
): Promise<BlockRange> {
  if (timestamp !== undefined && (startTimestamp !== undefined || endTimestamp !== undefined))
    throw badRequest('timestamp', 'goes with neither startTimestamp nor endTimestamp');
  const [start, end] = timestamp === undefined ? [startTimestamp, endTimestamp] : [timestamp, timestamp + 1];
  if (start !== undefined && end !== undefined && end < start)
    throw badRequest('endTimestamp', `must not be below startTimestamp, ${start}`);
  // When things began that are older than the index is not known: they are in no range of times.
  const lowest = end === undefined ? 0 : first;
  const [from, to] = await Promise.all([
    start === undefined ? lowest : PBlock.firstSince(network, start),
    end === undefined ? cut : PBlock.lastBefore(network, end),
  ]);
  return { from: from ?? cut + 1, to: Math.min(cut, to ?? -1) };
}

/** A time (Unix seconds) with the last block that is not newer, -1 before the first; without one, the head and its time. */
export async function getMoment(
  { PBlock }: Deps<{ reads: ['PBlock'] }>,
  time: number | undefined,
  { network, head }: Pick<IndexedNetwork, 'network' | 'head'>,
): Promise<Moment> {
  if (time !== undefined) {
    const after = await PBlock.firstSince(network, time + 1);
    return { block: Math.min(head, (after ?? head + 1) - 1), time };
  }
  const block = await PBlock.head(network, head);
  if (!block) throw new ApiError(503, `block ${head} of the P-chain of ${network} is not readable; try again`);
  return { block: head, time: block.time };
}
