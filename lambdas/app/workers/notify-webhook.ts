import type { Queue } from '../../adapters/aws/queue';
import type { Clock } from '../../adapters/clock';
import type { NewMessages } from '../../adapters/dynamo/webhooks/new-messages';
import type { PendingWebhooks } from '../../adapters/dynamo/webhooks/pending-webhooks';
import { operationView } from '../../api/views/operation';
import type { OperationRecord } from '../../domain/exports/operation';
import { announce } from '../../webhooks/announce';
import { noticeDigest } from '../../webhooks/matching/digest';

/** What sending the message takes. */
export interface NotifyDeps {
  readonly messages: Pick<NewMessages, 'create'>;
  readonly pending: Pick<PendingWebhooks, 'mark'>;
  readonly deliveries: Pick<Queue, 'send'>;
  readonly now: Clock;
}

/** Sends the webhook that an operation names the message about its end. May be repeated: the message has the same id. */
export async function notifyWebhook(
  { messages, pending, deliveries, now }: NotifyDeps,
  operation: OperationRecord,
): Promise<void> {
  const { notify, owner, operationId, updatedAt } = operation;
  if (!notify) return;
  const { webhook, block } = notify;
  const message = {
    ...{ webhook, owner, block, tx: 0, kind: 'operation' as const },
    digest: noticeDigest(webhook, operationId),
    // Not now: repeated, the same message is created.
    createdAt: updatedAt,
    operation: await operationView(operation, { now: updatedAt }),
  };
  await messages.create([{ message }], now());
  await announce(pending, deliveries, { webhook, owner }, now());
}
