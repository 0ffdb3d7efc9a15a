import type { Chain } from '../../../core/contract/config';
import type { RawBlock } from '../../../evm/domain/rpc';
import { type WatchedEvent, watchedEvents } from '../../../evm/teleporter/domain/watched';
import { createTeleporterEvents } from '../../../evm/teleporter/events-in-logs';

/** An event with the position of its transaction in the block. */
export interface PlacedEvent {
  readonly event: WatchedEvent;
  readonly tx: number;
}
/** The events of a chain's block of which webhooks tell, in their order. */
export type EventsOf = (chain: string, raw: RawBlock) => PlacedEvent[];

/** Reads events of messages from blocks of these chains, as the indexer did. */
export function createEvents(chains: readonly Chain[]): EventsOf {
  return (id, raw) => {
    const chain = chains.find(({ chainId }) => chainId === id);
    if (!chain) return [];
    const { events } = createTeleporterEvents(chain)(raw);
    const positions = new Map(raw.receipts.map(({ transactionHash }, tx) => [transactionHash, tx]));
    return watchedEvents(events).map((event) => ({ event, tx: positions.get(event.txHash) ?? 0 }));
  };
}
