import { openQueue } from '../adapters/aws/queue';
import { systemClock } from '../adapters/clock';
import { openTable } from '../adapters/dynamo/table';
import { openPendingWebhooks } from '../adapters/dynamo/webhooks/pending-webhooks';
import { env } from '../contract/env';
import { queueDeliveries } from './announce';

/** Queues the webhooks that are due: retries that are hours apart, and those whose message was lost. */
export async function handler(): Promise<void> {
  const queue = openQueue(env('deliveries'));
  let due = 0;
  for await (const webhooks of openPendingWebhooks(openTable(env('table'))).due(systemClock())) {
    due += webhooks.length;
    await queueDeliveries(queue, webhooks);
  }
  console.info({ due });
}
