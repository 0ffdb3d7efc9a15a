import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { getClient } from '../../core/aws/clients';
import { sleep } from '../../core/runtime/clock';
import { BLOCK_EVENT, type BlockEvents } from '../contract/events';

/** EventBridge's limit per call. */
const MAX_BATCH_EVENTS = 10;

export function createBus(name: string, client: Pick<EventBridgeClient, 'send'> = getClient(EventBridgeClient)) {
  return {
    /** Throws if events are still rejected after the retries. */
    async publish<K extends keyof BlockEvents>(
      kind: K,
      events: readonly BlockEvents[K][],
      signal: () => AbortSignal,
    ): Promise<void> {
      for (let from = 0; from < events.length; from += MAX_BATCH_EVENTS) {
        let left = events.slice(from, from + MAX_BATCH_EVENTS);
        for (let attempt = 0; left.length > 0; attempt++) {
          if (attempt === 5) throw new Error(`event bus rejected ${left.length} events`);
          if (attempt > 0) await sleep(Math.random() * 50 * 2 ** attempt, signal());
          const Entries = left.map((event) => ({
            EventBusName: name,
            Source: BLOCK_EVENT.source,
            DetailType: BLOCK_EVENT[kind],
            Detail: JSON.stringify(event),
          }));
          const command = new PutEventsCommand({ Entries });
          // The call succeeds even if single entries fail.
          const { Entries: results = [] } = await client.send(command, { abortSignal: signal() });
          left = left.filter((_, i) => results[i]?.ErrorCode !== undefined);
        }
      }
    },
  };
}
export type Bus = ReturnType<typeof createBus>;
