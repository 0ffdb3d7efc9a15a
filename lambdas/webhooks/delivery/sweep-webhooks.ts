import type { Queue } from '../../core/aws/queue';
import type { PendingWebhooks } from '../rows/pending-webhooks';
import { queueDeliveries } from './announce';

/** Retries hours apart, and webhooks with a lost queue message. Returns their number. */
export async function sweepWebhooks(
  pending: Pick<PendingWebhooks, 'due'>,
  queue: Pick<Queue, 'send'>,
  now: number,
): Promise<number> {
  let due = 0;
  for await (const webhooks of pending.due(now)) {
    due += webhooks.length;
    await queueDeliveries(queue, webhooks);
  }
  return due;
}
