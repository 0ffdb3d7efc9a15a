import type { BlockRef } from '../../chain/domain/block';
import type { Clock } from '../../core/runtime/clock';
import { takeFenced } from '../../core/table/fenced-item';
import { hexToBytes } from '../../core/table/hex';
import type { Table } from '../../core/table/table';
import { atMost, type Changes } from '../../core/table/update';
import type { TraceCursor } from '../domain/trace-cursor';
import { readTraceCursor, TRACE_CURSOR, traceCursorKey } from './trace-item';

const PENDING = [TRACE_CURSOR.pendingFrom, TRACE_CURSOR.pendingHashes, TRACE_CURSOR.pendingEpoch];

/** Another follower took the trace cursor over. */
export class TraceCursorLost extends Error {
  override readonly name = 'TraceCursorLost';
}

/**
 * Takes the trace cursor of a chain over from whoever has it: only the holder of the chain's lease may, and writes under
 * that lease. undefined if another took it at the same moment. `first`: the first block to trace.
 */
export async function takeTraceCursor(table: Table, chain: string, now: Clock, first: number) {
  const found = await table.get(traceCursorKey(chain), true);
  const held = found && readTraceCursor(found);
  const set = held ? {} : { [TRACE_CURSOR.number]: first - 1, [TRACE_CURSOR.time]: 0, [TRACE_CURSOR.epoch]: 0 };
  const item = await takeFenced(table, traceCursorKey(chain), readTraceCursor, held, { set });
  return item && createTraceCursor(item, chain, now);
}
/** A trace cursor that is ours. Changes throw TraceCursorLost once another follower has it. */
export type HeldTraceCursor = NonNullable<Awaited<ReturnType<typeof takeTraceCursor>>>;

type FencedTraceCursor = NonNullable<Awaited<ReturnType<typeof takeFenced<TraceCursor>>>>;

function createTraceCursor(item: FencedTraceCursor, chain: string, now: Clock) {
  const refresh = async (): Promise<void> => {
    if (!(await item.refresh()))
      throw new TraceCursorLost(`trace cursor of chain ${chain} was taken over by another follower`);
  };
  /** false if the head was rolled back meanwhile: the cursor was lowered, and must be read again. */
  const change = async (changes: Changes, when = {}): Promise<boolean> => {
    if (await item.change(changes, undefined, when)) return true;
    await refresh();
    return false;
  };
  /** Only if the cursor has not moved, and the head was not rolled back since that epoch. */
  const unmoved = (epoch: number) => ({
    [TRACE_CURSOR.number]: item.state.number,
    [TRACE_CURSOR.epoch]: atMost(epoch),
  });
  return {
    /** The cursor as of the last change. */
    get state(): TraceCursor {
      return item.state;
    },
    refresh,
    /**
     * Rows of these blocks, next after the cursor, are about to be written. `epoch`: the head's, when the blocks were
     * read.
     */
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
    /** They are written; the cursor moves last, and only if the head was not rolled back since that epoch. */
    commit: ({ number, time }: Pick<TraceCursor, 'number' | 'time'>, epoch: number): Promise<boolean> =>
      change(
        {
          set: { [TRACE_CURSOR.number]: number, [TRACE_CURSOR.time]: time, [TRACE_CURSOR.epoch]: epoch },
          remove: [...PENDING, TRACE_CURSOR.offAt],
        },
        unmoved(epoch),
      ),
    /** This block could not be traced. Gives how often in a row, earlier invocations included. */
    async failed(block: number): Promise<number> {
      const { failing } = item.state;
      const times = failing?.block === block ? failing.times + 1 : 1;
      await change({ set: { [TRACE_CURSOR.failingBlock]: block, [TRACE_CURSOR.failingTimes]: times } });
      return times;
    },
    /** Rows of the pending blocks are deleted. */
    clear: (): Promise<boolean> => change({ remove: PENDING }),
    /** The node supports no tracing method. */
    off: (): Promise<boolean> => change({ set: { [TRACE_CURSOR.offAt]: now() } }),
  };
}

/** Called by the follower before it deletes orphans: from here on, no block above `ancestor` can be committed. */
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
