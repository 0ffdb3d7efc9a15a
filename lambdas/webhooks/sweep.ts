import { systemClock } from '../adapters/clock';
import { openTable } from '../adapters/dynamo/table';
import { dueMessages } from '../adapters/dynamo/webhooks/message-item';
import { openQueue } from '../adapters/queue';
import { env } from '../contract/env';

/** Messages that one minute puts on their way, at most: what is left comes with the next. */
const MOST = 10_000;

/** Puts messages on their way whose time to be tried again has come. A message that is on its way already is sent once. */
export async function handler(): Promise<void> {
  const due = await dueMessages(openTable(env('table')), systemClock(), MOST);
  await openQueue(env('deliveries')).send(due);
  console.info({ due: due.length });
}
