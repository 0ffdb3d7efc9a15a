import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { BLOCK_EVENT, type BlockEvents } from '../../contract/events';
import { sleep } from '../clock';

/** EventBridge's own limit for one call. */
const ENTRIES = 10;

/** The event bus. */
export function openBus(name: string, client = new EventBridgeClient({})) {
  return {
    /** Returns when the bus has taken every event; throws when it does not take one after the retries. */
    async publish<K extends keyof BlockEvents>(
      kind: K,
      events: readonly BlockEvents[K][],
      signal: () => AbortSignal,
    ): Promise<void> {
      for (let from = 0; from < events.length; from += ENTRIES) {
        let left = events.slice(from, from + ENTRIES);
        for (let attempt = 0; left.length > 0; attempt++) {
          if (attempt === 5) throw new Error(`the bus refused ${left.length} events`);
          if (attempt > 0) await sleep(Math.random() * 50 * 2 ** attempt, signal());
          const Entries = left.map((event) => ({
            EventBusName: name,
            Source: BLOCK_EVENT.source,
            DetailType: BLOCK_EVENT[kind],
            Detail: JSON.stringify(event),
          }));
          const answer = await client.send(new PutEventsCommand({ Entries }), { abortSignal: signal() });
          // The call succeeds as a whole although single entries failed.
          left = left.filter((_, i) => answer.Entries?.[i]?.ErrorCode !== undefined);
        }
      }
    },
  };
}
/** What `openBus` gives. */
export type Bus = ReturnType<typeof openBus>;
