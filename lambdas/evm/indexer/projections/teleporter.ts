import type { Table } from '../../../core/table/table';
import type { DerivedBlock } from '../../domain/derive';
import { messageOfTransaction } from '../../teleporter/domain/transaction-message';
import { createTeleporterEvents } from '../../teleporter/events-in-logs';
import { eventItem, transactionMessageItem } from '../../teleporter/rows/items';
import { createTeleporterMessages } from '../../teleporter/rows/messages';
import { countOddEvents } from './odd-teleporter-events';
import type { Projection } from './projection';

/** A message is joined again when an event is added or removed on either of its chains. */
export function teleporter(chain: Parameters<typeof createTeleporterEvents>[0], table: Table): Projection {
  const { chainId } = chain;
  const messages = createTeleporterMessages(table);
  const read = createTeleporterEvents(chain);
  const getEvents = ({ raw }: DerivedBlock) => read(raw);
  const toIds = (blocks: readonly DerivedBlock[]): string[] =>
    blocks.flatMap((block) => getEvents(block).events.map(({ messageId }) => messageId));

  return {
    facts(block) {
      const { events } = getEvents(block);
      const getMessages = [...Map.groupBy(events, ({ txHash }) => txHash)].flatMap(([txHash, own]) => {
        const message = messageOfTransaction(own);
        return message ? [transactionMessageItem(chainId, txHash, block.block.hash, message)] : [];
      });
      return [...events.map(eventItem), ...getMessages];
    },
    async summarize(blocks, { signal }) {
      countOddEvents(chainId, blocks.map(getEvents));
      // Announcements run after the events are written.
      return { writes: [], announce: () => messages.join(toIds(blocks), signal) };
    },
    revert(_, { signal }) {
      const touched: string[] = [];
      return {
        facts: (orphan) => void touched.push(...toIds([orphan])),
        summaries: () => messages.join(touched, signal),
      };
    },
  };
}
