import { chunk } from '../../core/contract/chunk';
import { toDay } from '../../core/domain/day';
import { key } from '../../core/table/key';
import { entities, TABLE } from '../../core/table/schema';
import type { Table, TransactedChange } from '../../core/table/table';
import { ABSENT, atMost } from '../../core/table/update';
import type { MessagePosition } from './message-key';
import { createOutbox, entryItem, getReplay, type Replayed } from './outbox';

/** A transaction takes 100 changes including the count. */
const MESSAGES_PER_TRANSACTION = 99;
/** A count is not read after its day. */
const RETENTION_SECONDS = 3 * 86_400;
const QUEUED = 'n';

export interface ReplayLimit {
  readonly owner: string;
  readonly max: number;
}

const countKey = (owner: string, now: number) => ({
  pk: key(entities.ReplayCount.pk, { owner }),
  sk: key(entities.ReplayCount.sk, { day: toDay(now) }),
});
const counted = (owner: string, now: number, count: number, max: number): TransactedChange => ({
  update: countKey(owner, now),
  add: { [QUEUED]: count },
  set: { [TABLE.ttl]: Math.floor(now / 1_000) + RETENTION_SECONDS },
  when: [...(count <= max ? [{ [QUEUED]: ABSENT }] : []), { [QUEUED]: atMost(max - count) }],
});

export const replayCountReader = (table: Table) => ({
  /** On the UTC day of `now` (Unix ms). */
  async left({ owner, max }: ReplayLimit, now: number): Promise<number> {
    const item = await table.get(countKey(owner, now), true);
    return Math.max(0, max - Number(item?.[QUEUED] ?? 0));
  },
});

export const createReplays = (table: Table) => ({
  // Queues the first messages up to the limit of the day. An entry and its count are written in one transaction, and
  // queued messages are not counted again, so retries never count twice. `cutAt`: the first message left out.
  async add(
    messages: readonly Replayed[],
    now: number,
    limit?: ReplayLimit,
  ): Promise<{ readonly queued: number; readonly cutAt?: MessagePosition }> {
    const entries = messages.map(getReplay);
    if (!limit) {
      await createOutbox(table).add(entries, now);
      return { queued: entries.length };
    }
    let queued = 0;
    let cutAt: MessagePosition | undefined;
    // Sequential, so that the first messages are queued when the limit is reached.
    for (const some of chunk(entries, MESSAGES_PER_TRANSACTION)) {
      for (let absent = some; absent.length > 0; ) {
        const failed = await table.transact([
          ...absent.map((entry) => ({ put: entryItem(entry, now), when: { pk: ABSENT } })),
          counted(limit.owner, now, absent.length, limit.max),
        ]);
        if (failed.length === 0) {
          queued += absent.length;
          break;
        }
        const present = new Set(failed.filter((position) => position < absent.length));
        if (present.size > 0) {
          absent = absent.filter((_, position) => !present.has(position));
          continue;
        }
        const left = await replayCountReader(table).left(limit, now);
        cutAt = absent[left] ?? cutAt;
        absent = absent.slice(0, left);
      }
      if (cutAt) return { queued, cutAt };
    }
    return { queued };
  },
});
