import { createQueue } from '../../core/aws/queue';
import { env } from '../../core/contract/env';
import { systemClock } from '../../core/runtime/clock';
import { createOperations } from '../../exports/steps/deps';
import { type SettleDeps, SettleInput, settle } from '../../exports/steps/settle';
import { inExportSpan } from '../../exports/workers/step-span';
import { createFeedEntries } from '../../webhooks/rows/feed-entries';
import { createNewMessages } from '../../webhooks/rows/new-messages';
import { createPendingWebhooks } from '../../webhooks/rows/pending-webhooks';
import { webhookReader } from '../../webhooks/rows/webhook-item';
import { notifyWebhook } from './notify-webhook';

let deps: SettleDeps | undefined;

function open(): SettleDeps {
  const { table, operations } = createOperations();
  const notifying = {
    webhooks: webhookReader(table),
    messages: createNewMessages(table),
    feed: createFeedEntries(table),
    pending: createPendingWebhooks(table),
    deliveries: createQueue(env('deliveries')),
    now: systemClock,
  };
  return { operations, notify: (ended) => notifyWebhook(notifying, ended) };
}

/** In `app` because it can notify a webhook. */
export async function handler(event: unknown): Promise<{ failed: boolean }> {
  deps ??= open();
  const own = deps;
  const input = SettleInput.parse(event);
  return inExportSpan('settle export', input, () => settle(own, input));
}
