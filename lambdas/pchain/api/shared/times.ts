import type { BlockRange } from '../../../chain/domain/block-range';
import { ApiError, badRequest } from '../../../core/contract/errors';
import type { Moment } from '../../domain/balances';
import type { Deps } from '../implement';
import type { IndexedNetwork } from './network';

/** Unix seconds. */
interface Times {
  readonly startTimestamp?: number | undefined;
  readonly endTimestamp?: number | undefined;
  readonly timestamp?: number | undefined;
}

/**
 * Block times never decrease, so each bound takes one query. Both look for blocks inside the range:
 * a lagging time index can omit a new block, but never include one outside the range.
 */
export async function blocksOfTimes(
  { PBlock }: Deps<{ reads: ['PBlock'] }>,
  { startTimestamp, endTimestamp, timestamp }: Times,
  { network, cut, start: first }: Pick<IndexedNetwork, 'network' | 'cut' | 'start'>,
): Promise<BlockRange> {
  if (timestamp !== undefined && (startTimestamp !== undefined || endTimestamp !== undefined))
    throw badRequest('timestamp', 'cannot be combined with startTimestamp or endTimestamp');
  const [start, end] = timestamp === undefined ? [startTimestamp, endTimestamp] : [timestamp, timestamp + 1];
  if (start !== undefined && end !== undefined && end < start)
    throw badRequest('endTimestamp', `must not be below startTimestamp, ${start}`);
  // Items older than the index have no known time, so they match no time filter.
  const lowest = end === undefined ? 0 : first;
  const [from, to] = await Promise.all([
    start === undefined ? lowest : PBlock.firstSince(network, start),
    end === undefined ? cut : PBlock.lastBefore(network, end),
  ]);
  return { from: from ?? cut + 1, to: Math.min(cut, to ?? -1) };
}

/** The last block at or before a time (Unix seconds; -1 if none). Without a time, the head. */
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
  if (!block) throw new ApiError(503, `block ${head} on the P-Chain of ${network} is not available yet; try again`);
  return { block: head, time: block.time };
}
