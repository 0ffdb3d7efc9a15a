import { openQueue } from '../adapters/aws/queue';
import { systemClock } from '../adapters/clock';
import { openTable } from '../adapters/dynamo/table';
import { dueMessages } from '../adapters/dynamo/webhooks/due-messages';
import { env } from '../contract/env';

/** Messages of one shard that a sweep queues. */
const MAX_MESSAGES_PER_SHARD = 25_000;
/** A sweep covers more than the minute since the last, as one may be late or fail. */
const WINDOW_MS = 3 * 60_000;
/** Every so often all overdue messages are queued, so that none is forgotten. */
const FULL_SWEEP_MINUTES = 15;

/** Queues the messages whose retry is due. A message that is in the queue twice is sent once. */
export async function handler(): Promise<void> {
  const now = systemClock();
  const isFull = Math.floor(now / 60_000) % FULL_SWEEP_MINUTES === 0;
  const due = await dueMessages(openTable(env('table')), isFull ? 0 : now - WINDOW_MS, now, MAX_MESSAGES_PER_SHARD);
  await openQueue(env('deliveries')).send(due);
  console.info({ due: due.length });
}
