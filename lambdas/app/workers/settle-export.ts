import { openQueue } from '../../adapters/aws/queue';
import { systemClock } from '../../adapters/clock';
import { openNewMessages } from '../../adapters/dynamo/webhooks/new-messages';
import { openPendingWebhooks } from '../../adapters/dynamo/webhooks/pending-webhooks';
import { env } from '../../contract/env';
import { openOperations } from '../../exports/deps';
import { type SettleDeps, SettleInput, settle } from '../../exports/settle';
import { notifyWebhook } from './notify-webhook';

let deps: SettleDeps | undefined;

function open(): SettleDeps {
  const { table, operations } = openOperations();
  const notifying = {
    messages: openNewMessages(table),
    pending: openPendingWebhooks(table),
    deliveries: openQueue(env('deliveries')),
    now: systemClock,
  };
  return { operations, notify: (ended) => notifyWebhook(notifying, ended) };
}

/** The last step of every export. In `app`, as it joins two capabilities: its end can be sent to a webhook. */
export async function handler(event: unknown): Promise<{ failed: boolean }> {
  deps ??= open();
  return settle(deps, SettleInput.parse(event));
}
