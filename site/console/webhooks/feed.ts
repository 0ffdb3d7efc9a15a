import type { infer as Infer } from 'zod';
import type { WebhookFeed } from '../../../lambdas/webhooks/contract/schemas/webhook-feed';
import { RequestFailed, type Session } from '../session';

type Feed = Infer<typeof WebhookFeed>;
export type FeedMessage = Feed['messages'][number];

const MAX_PAGES = 10;

export const readFeed = (
  { call }: Session,
  id: string,
  query: Readonly<Record<string, string>>,
  ended?: AbortSignal,
): Promise<Feed> =>
  call<Feed>('GET', `v1/webhooks/${id}/feed?${new URLSearchParams(query)}`, ended === undefined ? {} : { ended });

/** Ids of all kinds of messages have the block: msg_0000000123_… */
const BLOCK = /^[a-z]+_(\d+)_/;
/** A test has the last indexed block, but its place in the feed is after the last matched one. */
const MARGIN_BLOCKS = 5;

/** `gone`: the whole feed was read. `unread`: too much of it is left to read. */
type Found = FeedMessage | 'gone' | 'unread';

/** The message as it is delivered. The feed may no longer have it, such as after a reorg. */
export async function findMessage(session: Session, id: string, messageId: string): Promise<Found> {
  const block = Number(BLOCK.exec(messageId)?.[1] ?? 0) - MARGIN_BLOCKS;
  if (block > 0) {
    const found = await findFrom(session, id, messageId, `block:${block}`).catch((error: unknown) => {
      // The block is not matched yet (400), or too old to start from (410).
      if (error instanceof RequestFailed && (error.status === 400 || error.status === 410)) return 'unread';
      throw error;
    });
    if (typeof found === 'object') return found;
  }
  return findFrom(session, id, messageId, 'oldest');
}

async function findFrom(session: Session, id: string, messageId: string, from: string): Promise<Found> {
  let query: Record<string, string> = { from };
  for (let page = 0; page < MAX_PAGES; page++) {
    const { messages, cursor, done } = await readFeed(session, id, query);
    const found = messages.find((message) => message.id === messageId);
    if (found || done) return found ?? 'gone';
    query = { cursor };
  }
  return 'unread';
}

/** JSON with line breaks, or the text as it is. */
export function prettyJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
