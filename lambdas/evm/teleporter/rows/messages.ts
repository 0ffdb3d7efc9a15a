import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { inParallel } from '../../../core/runtime/concurrency';
import type { Item } from '../../../core/table/item';
import { after, keyPrefix } from '../../../core/table/key';
import { readPages } from '../../../core/table/pages';
import { entities } from '../../../core/table/schema';
import { bytes } from '../../../core/table/stored-item';
import type { Table, TransactedChange } from '../../../core/table/table';
import { ABSENT } from '../../../core/table/update';
import type { TeleporterEvent } from '../domain/events';
import { joinMessage, type TeleporterMessage } from '../domain/join';
import { decodeTeleporterEvent, decodeTeleporterMessage } from './codec';
import { listItems, MESSAGE, messageAttributes, messageKey, messagePartition } from './items';

const MAX_PARALLEL_MESSAGES = 16;
const ITEMS_PER_QUERY = 1_000; // a Query returns at most 1 MB anyway

/** A counter would restart when a message is deleted and written again. */
const newVersion = (): string => randomBytes(6).toString('base64url');

export function createTeleporterMessages(table: Table) {
  const getEvents = async (messageId: string): Promise<TeleporterEvent[]> => {
    const prefix = keyPrefix(entities.TeleporterEvent.sk, {});
    const range = { pk: messagePartition(messageId), low: prefix, high: after(prefix), limit: ITEMS_PER_QUERY };
    const events: TeleporterEvent[] = [];
    for await (const page of readPages(table, { ...range, consistent: true }))
      events.push(...page.map((item) => decodeTeleporterEvent(bytes(item.d))));
    return events;
  };

  // Two chains write concurrently. Each stores its event, reads the message, then all events, and
  // writes only if the message is unchanged: the last writer has seen all events.
  const join = async (messageId: string, signal: () => AbortSignal): Promise<void> => {
    for (;;) {
      const item = await table.get(messageKey(messageId), true);
      const held = item && decodeTeleporterMessage(bytes(item[MESSAGE.data]));
      const message = joinMessage(await getEvents(messageId));
      if (!message && !held) return;
      const when = { [MESSAGE.version]: item ? item[MESSAGE.version] : ABSENT };
      const entries = entryChanges(message, held);
      if (message && entries.length === 0) {
        if (
          await table.updateIf(messageKey(messageId), { set: messageAttributes(message, newVersion()) }, when, signal())
        )
          return;
        continue;
      }
      const own = message
        ? { put: { ...messageKey(messageId), ...messageAttributes(message, newVersion()) } }
        : { delete: messageKey(messageId) };
      if ((await table.transact([{ ...own, when }, ...entries], signal())).length === 0) return;
    }
  };

  return {
    join: (messageIds: readonly string[], signal: () => AbortSignal): Promise<void> =>
      inParallel([...new Set(messageIds)], MAX_PARALLEL_MESSAGES, (messageId) => join(messageId, signal)),
  };
}

function entryChanges(message: TeleporterMessage | undefined, held: TeleporterMessage | undefined): TransactedChange[] {
  const [entries, previous] = [message ? listItems(message) : [], held ? listItems(held) : []];
  const getName = ({ pk, sk }: Item) => `${pk} ${sk}`;
  const kept = new Map(entries.map((item) => [getName(item), item]));
  const known = new Map(previous.map((item) => [getName(item), item]));
  return [
    ...previous.filter((item) => !kept.has(getName(item))).map((item) => ({ delete: item })),
    ...entries.filter((item) => !isDeepStrictEqual(known.get(getName(item)), item)).map((put) => ({ put })),
  ];
}
