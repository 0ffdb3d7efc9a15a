import type { Chain } from '../../../core/contract/config';
import type { RawBlock } from '../../../evm/domain/rpc';
import { type WatchedEvent, watchedEvents } from '../../../evm/teleporter/domain/watched';
import { createTeleporterEvents } from '../../../evm/teleporter/events-in-logs';

export interface PlacedEvent {
  readonly event: WatchedEvent;
  readonly tx: number;
}
export type EventsOf = (chain: string, raw: RawBlock) => PlacedEvent[];

/** Exactly as the indexer reads them. Empty for other chains. */
export function createEvents(chains: readonly Chain[]): EventsOf {
  return (id, raw) => {
    const chain = chains.find(({ chainId }) => chainId === id);
    if (!chain) return [];
    const { events } = createTeleporterEvents(chain)(raw);
    const positions = new Map(raw.receipts.map(({ transactionHash }, tx) => [transactionHash, tx]));
    return watchedEvents(events).map((event) => ({ event, tx: positions.get(event.txHash) ?? 0 }));
  };
}
