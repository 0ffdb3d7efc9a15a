import { inflateRawSync } from 'node:zlib';
import canonicalize from 'canonicalize';
import type { Table } from '../../../lambdas/core/table/table';
import type { TeleporterEvent } from '../../../lambdas/evm/teleporter/domain/events';
import { eventItem } from '../../../lambdas/evm/teleporter/rows/items';
import { createTeleporterMessages } from '../../../lambdas/evm/teleporter/rows/messages';
import { memoryTable } from './memory';

const signal = () => new AbortController().signal;

export function teleporterIndexer(table: Table) {
  const messages = createTeleporterMessages(table);
  const toIds = (events: readonly TeleporterEvent[]) => events.map(({ messageId }) => messageId);
  return {
    async add(events: readonly TeleporterEvent[]): Promise<void> {
      await table.write(events.map((event) => ({ put: eventItem(event) })));
      await messages.join(toIds(events), signal);
    },
    async remove(events: readonly TeleporterEvent[]): Promise<void> {
      await table.write(events.map((event) => ({ delete: eventItem(event) })));
      await messages.join(toIds(events), signal);
    },
  };
}

/** Decoded, without versions, which depend on the order of events. */
export const teleporterRows = (items: readonly string[]): string[] =>
  items
    .filter((item) => /^t[lm]#/.test(item))
    .map((item) => (item.startsWith('tm#') ? item.replace(/ v=\S+/, '').replace(/ d=(\S+)/, decoded) : item));

const decoded = (_: string, hex: string): string =>
  ` ${canonicalize(JSON.parse(inflateRawSync(Buffer.from(hex, 'hex')).toString()))}`;

export async function cleanIndex(events: readonly TeleporterEvent[]): Promise<string[]> {
  const { table, items } = memoryTable();
  await teleporterIndexer(table).add(events);
  return teleporterRows(await items());
}
