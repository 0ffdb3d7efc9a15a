import type { infer as Infer } from 'zod';
import type { WebhookFeed } from '../../../lambdas/webhooks/contract/schemas/webhook-feed';
import type { Session } from '../session';

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

/** The message as it is delivered. Undefined if the feed no longer has it, such as after a reorg. */
export async function findMessage(session: Session, id: string, messageId: string): Promise<FeedMessage | undefined> {
  const block = Number(BLOCK.exec(messageId)?.[1] ?? 0) - MARGIN_BLOCKS;
  if (block > 0) {
    // Rejected if the block is not indexed.
    const found = await findFrom(session, id, messageId, `block:${block}`).catch(() => undefined);
    if (found) return found;
  }
  return findFrom(session, id, messageId, 'oldest');
}

async function findFrom(session: Session, id: string, messageId: string, from: string) {
  let query: Record<string, string> = { from };
  for (let page = 0; page < MAX_PAGES; page++) {
    const { messages, cursor, done } = await readFeed(session, id, query);
    const found = messages.find((message) => message.id === messageId);
    if (found || done) return found;
    query = { cursor };
  }
  return undefined;
}

/** JSON with line breaks, or the text as it is. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
