import type { Queue } from '../../core/aws/queue';
import type { NewMessage } from '../domain/message';
import { isPulled, type WebhookRecord } from '../domain/webhook';
import type { FeedEntryStore } from '../rows/feed-entries';
import type { NewMessages } from '../rows/new-messages';
import type { PendingWebhooks } from '../rows/pending-webhooks';
import { announce } from './announce';

export interface NoticeStores {
  readonly messages: Pick<NewMessages, 'create'>;
  readonly feed: Pick<FeedEntryStore, 'addNotice'>;
  readonly pending: Pick<PendingWebhooks, 'mark'>;
  readonly deliveries: Pick<Queue, 'send'>;
}

/** A message of no block, such as a test. Idempotent. `now`: Unix ms. */
export async function sendNotice(
  { messages, feed, pending, deliveries }: NoticeStores,
  webhook: WebhookRecord,
  notice: NewMessage,
  now: number,
): Promise<void> {
  const { id, owner } = webhook;
  const message: NewMessage = { ...notice, ...(isPulled(webhook) ? { isPulled: true } : {}) };
  await messages.create([{ message }], now);
  await feed.addNotice(webhook, message, now);
  if (!message.isPulled) await announce(pending, deliveries, { webhook: id, owner }, now);
}
