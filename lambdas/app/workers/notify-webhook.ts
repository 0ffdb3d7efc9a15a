import type { Queue } from '../../core/aws/queue';
import type { Clock } from '../../core/runtime/clock';
import type { OperationRecord } from '../../exports/domain/operation';
import { operationView } from '../../exports/views/operation';
import { announce } from '../../webhooks/delivery/announce';
import { noticeDigest } from '../../webhooks/matching/digest';
import type { FeedEntryStore } from '../../webhooks/rows/feed-entries';
import type { NewMessages } from '../../webhooks/rows/new-messages';
import type { PendingWebhooks } from '../../webhooks/rows/pending-webhooks';
import type { webhookReader } from '../../webhooks/rows/webhook-item';

export interface NotifyDeps {
  readonly webhooks: Pick<ReturnType<typeof webhookReader>, 'find'>;
  readonly messages: Pick<NewMessages, 'create'>;
  readonly feed: Pick<FeedEntryStore, 'addNotice'>;
  readonly pending: Pick<PendingWebhooks, 'mark'>;
  readonly deliveries: Pick<Queue, 'send'>;
  readonly now: Clock;
}

export async function notifyWebhook(
  { webhooks, messages, feed, pending, deliveries, now }: NotifyDeps,
  operation: OperationRecord,
): Promise<void> {
  const { notify, owner, operationId, updatedAt } = operation;
  if (!notify) return;
  const { webhook, block } = notify;
  const found = await webhooks.find(owner, webhook);
  if (!found) return;
  const isPulled = found.url === undefined;
  const message = {
    webhook,
    owner,
    block,
    tx: 0,
    kind: 'operation' as const,
    digest: noticeDigest(webhook, operationId),
    // Not the current time: a repeated call must create the same message.
    createdAt: updatedAt,
    operation: await operationView(operation, { now: updatedAt }),
  };
  await messages.create([{ message: { ...message, ...(isPulled ? { isPulled } : {}) } }], now());
  await feed.addNotice(found, message, now());
  if (!isPulled) await announce(pending, deliveries, { webhook, owner }, now());
}
