import type { Service } from './service';
import { wait } from './service';

export interface FeedMessage {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}
interface Page {
  readonly messages: readonly FeedMessage[];
  readonly cursor: string;
  readonly done: boolean;
}
/** A puller's state. A real one writes both in the same transaction. */
export interface Stored {
  readonly cursor: string;
  readonly messages: readonly FeedMessage[];
}
const NOTHING: Stored = { cursor: '', messages: [] };

/** Reads the next page. Throws for any status but 200. */
export async function pull(service: Service, id: string, { cursor, messages }: Stored, query = '') {
  const at = cursor === '' ? 'from=oldest' : `cursor=${cursor}`;
  const { status, body } = await service.get(`/v1/webhooks/${id}/feed?${at}${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const page = body as unknown as Page;
  const stored: Stored = { cursor: page.cursor, messages: [...messages, ...page.messages] };
  return { page, stored };
}

export async function pullAll(service: Service, id: string): Promise<readonly FeedMessage[]> {
  for (let stored = NOTHING; ; ) {
    const next = await pull(service, id, stored);
    if (next.page.done) return next.stored.messages;
    stored = next.stored;
  }
}

interface Options {
  readonly random: () => number;
  readonly waits: boolean;
  /** Everything is in the feed. */
  readonly isOver: () => boolean;
  readonly interrupted: () => void;
}

/** Pulls until the end of the feed once `isOver`. Interrupted before it stores a page, and by failed requests. */
export async function interruptedPuller(service: Service, id: string, options: Options): Promise<Stored> {
  const { random, waits, isOver, interrupted } = options;
  let stored = NOTHING;
  for (;;) {
    const limit = 1 + Math.floor(random() * 20);
    const result = await pull(service, id, stored, `&limit=${limit}${waits ? '&waitSeconds=2' : ''}`).catch(
      () => undefined,
    );
    if (!result || random() < 0.2) {
      interrupted();
      await wait(20);
      continue;
    }
    stored = result.stored;
    if (isOver() && result.page.done && result.page.messages.length === 0) return stored;
    if (!waits) await wait(100);
  }
}

/** A caller's messages after applying removals. Throws for a duplicate, or a removal of a message that it lacks. */
export function applied(messages: readonly { readonly body: string }[]): Map<string, string> {
  const holds = new Map<string, string>();
  const all = new Set<string>();
  for (const { body } of messages) {
    const { messageId, event } = JSON.parse(body) as { messageId: string; event: { removes?: string } };
    if (all.has(messageId)) throw new Error(`${messageId} came twice`);
    all.add(messageId);
    if (event.removes === undefined) holds.set(messageId, body);
    else if (!holds.delete(event.removes)) throw new Error(`${messageId} removes ${event.removes}, which is not held`);
  }
  return holds;
}
