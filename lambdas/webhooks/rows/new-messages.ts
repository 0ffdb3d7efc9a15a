import { chunk } from '../../core/contract/chunk';
import { inParallel } from '../../core/runtime/in-parallel';
import type { Item } from '../../core/table/item';
import type { Table } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import type { NewMessage } from '../domain/message';
import { messageItem } from './message-item';
import { entryItem } from './outbox';

/** Messages of a transaction: each has two items, and a transaction takes a hundred. */
const MESSAGES_PER_TRANSACTION = 50;
/** Transactions in flight. */
const MAX_PARALLEL = 4;

/** A message to create. */
export interface Created {
  readonly message: NewMessage;
  /** The item that leads to its sending, where that is not an entry of the outbox. */
  readonly held?: Item;
}

/** Creates messages, each together with what leads to its sending: so none is ever forgotten between the two. */
export const createNewMessages = (table: Table) => ({
  /** Those that exist, as they do when their block is matched again, stay as they are. `now`: Unix ms. */
  async create(all: readonly Created[], now: number): Promise<void> {
    const pairs = all.map(({ message, held }) => {
      const entry = { ...message, due: message.createdAt, replay: false };
      return { message: messageItem(message), other: held ?? entryItem(entry, now) };
    });
    await inParallel(chunk(pairs, MESSAGES_PER_TRANSACTION), MAX_PARALLEL, async (some) => {
      for (let absent = some; absent.length > 0; ) {
        const failed = new Set(
          await table.transact([
            ...absent.map(({ message }) => ({ put: message, when: { pk: ABSENT } })),
            ...absent.map(({ other }) => ({ put: other })),
          ]),
        );
        if (failed.size === 0) return;
        // These exist: a matcher was cut off, or the queue delivered the block twice.
        absent = absent.filter((_, position) => !failed.has(position));
      }
    });
  },
});
/** What `createNewMessages` gives. */
export type NewMessages = ReturnType<typeof createNewMessages>;
