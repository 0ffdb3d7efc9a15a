import type { RawBlocks } from '../../../evm/node/raw-blocks';
import type { teleporterMessageReader } from '../../../evm/teleporter/rows/readers';
import type { BlockToMatch } from '../../domain/match';
import type { createWatchedSets } from '../../rows/watched-set';
import type { MatchingKind } from '../kind';
import { getSubscribers, type SubscriberDeps } from '../subscribers';
import { TELEPORTER_MESSAGE } from './contract/message';
import type { EventsOf, PlacedEvent } from './events-of';
import { ANYBODY, getName } from './names';
import { getSettings, isAskedFor } from './settings';

interface MatchingDeps extends SubscriberDeps {
  readonly watched: ReturnType<typeof createWatchedSets>;
  readonly raw: Pick<RawBlocks, 'get'>;
  readonly messages: Pick<ReturnType<typeof teleporterMessageReader>, 'findNow'>;
  readonly getEvents: EventsOf;
}

export function createMatching(deps: MatchingDeps): MatchingKind {
  const watched = async (chain: string, during?: BlockToMatch) => (await deps.watched.of(chain, during))?.messages;
  return {
    eventType: TELEPORTER_MESSAGE,
    isWatched: async (chain) => (await watched(chain)) === true,
    async matches(block, pass, from) {
      if (!(await watched(block.chain, block))) return undefined;
      // The block's data is complete when it is added.
      if (block.transactions === 0 || pass !== 'added') return { matches: [] };
      const raw = await deps.raw.get(block.chain, block);
      const events = deps.getEvents(block.chain, raw);
      if (events.length === 0) return { matches: [] };
      const namesOfEvent = await getParties(deps, events);
      const named = new Map<string, Set<number>>();
      for (const { event, tx } of events)
        for (const name of namesOfEvent(event.messageId)) named.set(name, (named.get(name) ?? new Set()).add(tx));
      const { subscribers, ...rest } = await getSubscribers(deps, TELEPORTER_MESSAGE, block, named, from);
      const matches = subscribers.flatMap(({ webhook, names }) => {
        const settings = getSettings(webhook);
        return events
          .filter(({ event }) => isAskedFor(settings, event))
          .filter(({ event }) => namesOfEvent(event.messageId).some((name) => names.includes(name)))
          .map(({ event, tx }) => ({ webhook, tx, txHash: event.txHash, subEvent: String(event.logIndex) }));
      });
      return { matches, ...rest };
    },
  };
}

/** The parties of each message, if indexed. A block's own events are indexed before it is matched. */
async function getParties({ messages }: MatchingDeps, events: readonly PlacedEvent[]) {
  const known = await messages.findNow([...new Set(events.map(({ event }) => event.messageId))]);
  return (messageId: string): string[] => {
    const message = known.get(messageId);
    return message ? [ANYBODY, getName(message.from), getName(message.to)] : [ANYBODY];
  };
}
