import * as z from 'zod';
import type { BlockRange } from '../../../chain/domain/block-range';
import { ApiError } from '../../../core/contract/errors';
import { quantity } from '../../../evm/domain/rpc';
import type { HandlersOf } from '../../contract/actions';
import { lastBlockUpTo, type TimedBlock } from '../../domain/block-by-time';
import { UNKNOWN } from '../../domain/unknown';
import { ok, refusal } from '../shared/answers';
import type { Context } from '../shared/context';
import { latestRange } from '../shared/whole-range';

const Header = z.object({ timestamp: z.string(), miner: z.string().optional().catch(undefined) });

/** For the mean time between blocks. */
const RECENT_BLOCKS = 100;

export const block: HandlersOf<'block', Context> = {
  async getblocknobytime({ timestamp, closest }, context) {
    const range = await latestRange(context);
    const atOrBelow = (number: number) => nearest(context, { from: range.from, to: number }, false);
    const isBefore = closest === 'before';
    const last = await lastBlockUpTo(range, isBefore ? timestamp : timestamp - 1, atOrBelow);
    const found = isBefore
      ? last
      : await nearest(context, { from: (last?.number ?? range.from - 1) + 1, to: range.to }, true);
    // Beyond the indexed blocks there may be a closer one.
    const isKnown = isBefore ? !(range.isBehind && last?.number === range.to) : last !== undefined || range.from === 0;
    if (found && isKnown) return ok(String(found.number));
    throw refusal(`Error! No closest block found: blocks ${range.from} to ${range.to} are indexed`);
  },
  async getblockreward({ blockno }, { deps, chain }) {
    const read = await deps.node.call(chain.chainId, 'eth_getBlockByNumber', [quantity(blockno), false]);
    if (read === null || read === undefined) throw refusal(`Error! Block ${blockno} does not exist`);
    const parsed = Header.safeParse(read);
    if (!parsed.success) throw new ApiError(502, 'Error! The node answered with no block');
    const { miner, timestamp } = parsed.data;
    return ok({
      blockNumber: String(blockno),
      timeStamp: String(Number(timestamp)),
      blockMiner: miner?.toLowerCase() ?? UNKNOWN,
      blockReward: UNKNOWN,
      uncles: [],
      uncleInclusionReward: UNKNOWN,
    });
  },
  async getblockcountdown({ blockno }, context) {
    const { from, to } = await latestRange(context);
    if (blockno <= to) throw refusal('Error! Block number already pass');
    const [oldest, newest] = await Promise.all([
      nearest(context, { from: Math.max(from, to - RECENT_BLOCKS), to }, true),
      nearest(context, { from, to }, false),
    ]);
    const blocks = (newest?.number ?? 0) - (oldest?.number ?? 0);
    const seconds = ((blockno - to) * ((newest?.time ?? 0) - (oldest?.time ?? 0))) / blocks;
    return ok({
      CurrentBlock: String(to),
      CountdownBlock: String(blockno),
      RemainingBlock: String(blockno - to),
      EstimateTimeInSec: Number.isFinite(seconds) ? seconds.toFixed(1) : UNKNOWN,
    });
  },
};

/** The first or the last block of a range. */
async function nearest(
  { deps, chain }: Context,
  range: BlockRange,
  ascending: boolean,
): Promise<TimedBlock | undefined> {
  const { values } = await deps.page([deps.Block.ofChain(chain.chainId, range)], { ascending, size: 1 });
  return values[0];
}
