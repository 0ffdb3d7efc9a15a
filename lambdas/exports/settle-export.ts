import { openQueue } from '../adapters/aws/queue';
import { systemClock } from '../adapters/clock';
import { openNewMessages } from '../adapters/dynamo/webhooks/new-messages';
import { openPendingWebhooks } from '../adapters/dynamo/webhooks/pending-webhooks';
import { env } from '../contract/env';
import { openOperations } from './deps';
import { type SettleDeps, SettleInput, settle } from './settle';

let deps: SettleDeps | undefined;

function open(): SettleDeps {
  const { table, operations } = openOperations();
  return {
    operations,
    messages: openNewMessages(table),
    pending: openPendingWebhooks(table),
    deliveries: openQueue(env('deliveries')),
    now: systemClock,
  };
}

/** The last step of every export. */
export async function handler(event: unknown): Promise<{ failed: boolean }> {
  deps ??= open();
  return settle(deps, SettleInput.parse(event));
}
