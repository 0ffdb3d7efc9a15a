import type { BlockRef } from '../../chain/domain/block';
import type { Clock } from '../../core/runtime/clock';
import { takeFenced } from '../../core/table/fenced-item';
import { hexToBytes } from '../../core/table/hex';
import type { Table } from '../../core/table/table';
import { atMost, type Changes } from '../../core/table/update';
import type { TraceCursor } from '../domain/trace-cursor';
import { readTraceCursor, TRACE_CURSOR, traceCursorKey } from './trace-item';

const PENDING = [TRACE_CURSOR.pendingFrom, TRACE_CURSOR.pendingHashes, TRACE_CURSOR.pendingEpoch];

export class TraceCursorLost extends Error {
  override readonly name = 'TraceCursorLost';
}

/**
 * Only for the holder of the chain's lease, which must write under it. undefined if another caller
 * won the race. `first`: first block to trace.
 */
export async function takeTraceCursor(table: Table, chain: string, now: Clock, first: number) {
  const found = await table.get(traceCursorKey(chain), true);
  const held = found && readTraceCursor(found);
  const set = held ? {} : { [TRACE_CURSOR.number]: first - 1, [TRACE_CURSOR.time]: 0, [TRACE_CURSOR.epoch]: 0 };
  const item = await takeFenced(table, traceCursorKey(chain), readTraceCursor, held, { set });
  return item && createTraceCursor(item, chain, now);
}
/** Methods throw TraceCursorLost once another follower has taken over. */
export type HeldTraceCursor = NonNullable<Awaited<ReturnType<typeof takeTraceCursor>>>;

type FencedTraceCursor = NonNullable<Awaited<ReturnType<typeof takeFenced<TraceCursor>>>>;

function createTraceCursor(item: FencedTraceCursor, chain: string, now: Clock) {
  const refresh = async (): Promise<void> => {
    if (!(await item.refresh()))
      throw new TraceCursorLost(`trace cursor of chain ${chain} was taken over by another follower`);
  };
  /** false if a rollback lowered the cursor meanwhile; `state` is then fresh. */
  const change = async (changes: Changes, when = {}): Promise<boolean> => {
    if (await item.change(changes, undefined, when)) return true;
    await refresh();
    return false;
  };
  const unmoved = (epoch: number) => ({
    [TRACE_CURSOR.number]: item.state.number,
    [TRACE_CURSOR.epoch]: atMost(epoch),
  });
  return {
    get state(): TraceCursor {
      return item.state;
    },
    refresh,
    /** Before rows are written. `blocks` follow the cursor; `epoch`: as of reading them. */
    begin: (blocks: readonly BlockRef[], epoch: number): Promise<boolean> =>
      change(
        {
          set: {
            [TRACE_CURSOR.pendingFrom]: blocks[0]?.number ?? 0,
            [TRACE_CURSOR.pendingHashes]: Buffer.concat(blocks.map(({ hash }) => hexToBytes(hash))),
            [TRACE_CURSOR.pendingEpoch]: epoch,
            [TRACE_CURSOR.epoch]: epoch,
          },
        },
        unmoved(epoch),
      ),
    /** After the rows are written. Fails if the head has rolled back since `epoch`. */
    commit: ({ number, time }: Pick<TraceCursor, 'number' | 'time'>, epoch: number): Promise<boolean> =>
      change(
        {
          set: { [TRACE_CURSOR.number]: number, [TRACE_CURSOR.time]: time, [TRACE_CURSOR.epoch]: epoch },
          remove: [...PENDING, TRACE_CURSOR.offAt],
        },
        unmoved(epoch),
      ),
    /** Returns the block's failures in a row, across invocations. */
    async failed(block: number): Promise<number> {
      const { failing } = item.state;
      const times = failing?.block === block ? failing.times + 1 : 1;
      await change({ set: { [TRACE_CURSOR.failingBlock]: block, [TRACE_CURSOR.failingTimes]: times } });
      return times;
    },
    /** After the pending blocks' rows are deleted. */
    clear: (): Promise<boolean> => change({ remove: PENDING }),
    off: (): Promise<boolean> => change({ set: { [TRACE_CURSOR.offAt]: now() } }),
  };
}

/** Called before orphans are deleted: no block above `ancestor` can be committed afterwards. */
export async function lowerTraceCursor(
  table: Table,
  chain: string,
  { ancestor, epoch }: { readonly ancestor: number; readonly epoch: number },
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const item = await table.get(traceCursorKey(chain), true);
    if (!item) return;
    const { number } = readTraceCursor(item);
    const set = { [TRACE_CURSOR.number]: Math.min(number, ancestor), [TRACE_CURSOR.epoch]: epoch };
    if (await table.updateIf(traceCursorKey(chain), { set }, { [TRACE_CURSOR.number]: number }, signal)) return;
  }
}
