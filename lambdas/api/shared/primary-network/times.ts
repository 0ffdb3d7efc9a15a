import type { Deps } from '../../../adapters/deps';
import { badRequest } from '../../../contract/errors';
import type { BlockRange } from '../../../domain/chain/block-range';
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
 * times of blocks never fall, so that each bound is one question.
 */
export async function blocksOfTimes(
  { PBlock }: Deps<{ reads: ['PBlock'] }>,
  { startTimestamp, endTimestamp, timestamp }: Times,
  { network, cut }: Pick<IndexedNetwork, 'network' | 'cut'>,
): Promise<BlockRange> {
  if (timestamp !== undefined && (startTimestamp !== undefined || endTimestamp !== undefined))
    throw badRequest('timestamp', 'goes with neither startTimestamp nor endTimestamp');
  const [start, end] = timestamp === undefined ? [startTimestamp, endTimestamp] : [timestamp, timestamp + 1];
  if (start !== undefined && end !== undefined && end < start)
    throw badRequest('endTimestamp', `must not be below startTimestamp, ${start}`);
  const firstSince = (time: number | undefined) => (time === undefined ? undefined : PBlock.firstSince(network, time));
  const [from, after] = await Promise.all([firstSince(start), firstSince(end)]);
  return {
    from: start === undefined ? 0 : (from ?? cut + 1),
    to: end === undefined ? cut : Math.min(cut, (after ?? cut + 1) - 1),
  };
}
