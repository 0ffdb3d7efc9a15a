import type { Table } from '../../../core/table/table';
import type { DerivedBlock } from '../../domain/derive';
import { messageOfTransaction } from '../../teleporter/domain/transaction-message';
import { openTeleporterEvents } from '../../teleporter/events-in-logs';
import { eventItem, transactionMessageItem } from '../../teleporter/rows/items';
import { openTeleporterMessages } from '../../teleporter/rows/messages';
import { countOddEvents } from './odd-teleporter-events';
import type { Projection } from './projection';

/**
 * Messages between chains. A block's events are its own rows; the message that they belong to is joined again whenever
 * one of them comes or goes, on whichever of its two chains.
 */
export function teleporter(chain: Parameters<typeof openTeleporterEvents>[0], table: Table): Projection {
  const { chainId } = chain;
  const messages = openTeleporterMessages(table);
  const read = openTeleporterEvents(chain);
  const eventsOf = ({ raw }: DerivedBlock) => read(raw);
  const idsOf = (blocks: readonly DerivedBlock[]): string[] =>
    blocks.flatMap((block) => eventsOf(block).events.map(({ messageId }) => messageId));

  return {
    facts(block) {
      const { events } = eventsOf(block);
      const messagesOf = [...Map.groupBy(events, ({ txHash }) => txHash)].flatMap(([txHash, own]) => {
        const message = messageOfTransaction(own);
        return message ? [transactionMessageItem(chainId, txHash, block.block.hash, message)] : [];
      });
      return [...events.map(eventItem), ...messagesOf];
    },
    async summarize(blocks, { signal }) {
      countOddEvents(chainId, blocks.map(eventsOf));
      // The events are written by then.
      return { writes: [], announce: () => messages.join(idsOf(blocks), signal) };
    },
    revert(_, { signal }) {
      const touched: string[] = [];
      return {
        facts: (orphan) => void touched.push(...idsOf([orphan])),
        summaries: () => messages.join(touched, signal),
      };
    },
  };
}
