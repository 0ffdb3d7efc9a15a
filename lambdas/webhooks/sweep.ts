import { openQueue } from '../adapters/aws/queue';
import { systemClock } from '../adapters/clock';
import { openTable } from '../adapters/dynamo/table';
import { dueMessages } from '../adapters/dynamo/webhooks/due-messages';
import { env } from '../contract/env';

/** Messages of one shard that one minute puts on their way, at most. */
const MOST = 25_000;
/** A message is put on its way in the minutes after its time, as a sweep may be late or fail, ms. */
const WINDOW = 3 * 60_000;
/** Every so many minutes those whose time was before that come again: whatever became of them, none is forgotten. */
const ALL_EVERY = 15;

/** Puts messages on their way whose time to be tried again has come. A message that is on its way already is sent once. */
export async function handler(): Promise<void> {
  const now = systemClock();
  const isFull = Math.floor(now / 60_000) % ALL_EVERY === 0;
  const due = await dueMessages(openTable(env('table')), isFull ? 0 : now - WINDOW, now, MOST);
  await openQueue(env('deliveries')).send(due);
  console.info({ due: due.length });
}
