import type { Clock } from '../../core/runtime/clock';
import type { OperationRecord } from '../../exports/domain/operation';
import { operationView } from '../../exports/views/operation';
import { type NoticeStores, sendNotice } from '../../webhooks/delivery/notice';
import { noticeDigest } from '../../webhooks/matching/digest';
import type { webhookReader } from '../../webhooks/rows/webhook-item';

export interface NotifyDeps extends NoticeStores {
  readonly webhooks: Pick<ReturnType<typeof webhookReader>, 'find'>;
  readonly now: Clock;
}

export async function notifyWebhook(
  { webhooks, now, ...stores }: NotifyDeps,
  operation: OperationRecord,
): Promise<void> {
  const { notify, owner, operationId, updatedAt } = operation;
  if (!notify) return;
  const { webhook, block } = notify;
  const found = await webhooks.find(owner, webhook);
  if (!found) return;
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
  await sendNotice(stores, found, message, now());
}
