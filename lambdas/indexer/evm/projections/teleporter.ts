import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Table } from '../../../adapters/dynamo/table';
import { eventItem } from '../../../adapters/dynamo/teleporter/items';
import { openTeleporterMessages } from '../../../adapters/dynamo/teleporter/messages';
import type { Chain } from '../../../contract/config';
import type { DerivedBlock } from '../../../domain/evm/derive';
import { type TeleporterEvents, teleporterEventsOf } from '../../../domain/evm/teleporter/decode';
import { countOddEvents } from './odd-teleporter-events';
import type { Projection } from './projection';

const NO_EVENTS: TeleporterEvents = { events: [], mismatched: [], unreadable: [] };

/**
 * Messages between chains. A block's events are its own rows; the message that they belong to is joined again whenever
 * one of them comes or goes, on whichever of its two chains.
 */
export function teleporter(
  { chainId, network, teleporterMessengers }: Pick<Chain, 'chainId' | 'network' | 'teleporterMessengers'>,
  table: Table,
): Projection {
  const messages = openTeleporterMessages(table);
  const messengers = new Set(teleporterMessengers);
  const eventsOf = ({ raw }: DerivedBlock): TeleporterEvents =>
    raw.blockchainId === undefined
      ? NO_EVENTS
      : teleporterEventsOf(raw, {
          ...{ network, chainId, messengers, keccak256: keccak_256 },
          blockchainId: raw.blockchainId,
        });
  const idsOf = (blocks: readonly DerivedBlock[]): string[] =>
    blocks.flatMap((block) => eventsOf(block).events.map(({ messageId }) => messageId));

  return {
    facts: (block) => eventsOf(block).events.map(eventItem),
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
