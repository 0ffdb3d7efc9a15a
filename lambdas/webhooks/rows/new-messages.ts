import { chunk } from '../../core/contract/chunk';
import { inParallel } from '../../core/runtime/concurrency';
import type { Item } from '../../core/table/item';
import type { Table } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import type { NewMessage } from '../domain/message';
import { messageItem } from './message-item';
import { entryItem } from './outbox';

/** Two items each, and a transaction takes 100. */
const MESSAGES_PER_TRANSACTION = 50;
const MAX_PARALLEL = 4;

export interface Created {
  readonly message: NewMessage;
  /** Written instead of an outbox entry while the message waits for confirmations. */
  readonly held?: Item;
}

const isPulled = ({ message }: Created): boolean => message.isPulled === true;

/** Each message to send and its outbox entry (or held item) in one transaction, so that neither is lost. */
export const createNewMessages = (table: Table) => ({
  /** Existing messages stay unchanged, as when a block is matched again. `now`: Unix ms. */
  async create(all: readonly Created[], now: number): Promise<void> {
    await inParallel(all.filter(isPulled), MAX_PARALLEL, async ({ message }) => {
      await table.putIfAbsent(messageItem(message));
    });
    const pushed = all.filter((one) => !isPulled(one));
    const pairs = pushed.map(({ message, held }) => {
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
        // These exist already: the matcher was interrupted, or the block was delivered twice.
        absent = absent.filter((_, position) => !failed.has(position));
      }
    });
  },
});
export type NewMessages = ReturnType<typeof createNewMessages>;
