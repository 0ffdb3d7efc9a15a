import { openQueue, type Queue } from '../adapters/aws/queue';
import { openStateMachine, type StateMachine } from '../adapters/aws/state-machine';
import { systemClock } from '../adapters/clock';
import { openStartingOperations, type StartingOperations } from '../adapters/dynamo/exports/starting-operations';
import { openTable } from '../adapters/dynamo/table';
import { openPendingWebhooks, type PendingWebhooks } from '../adapters/dynamo/webhooks/pending-webhooks';
import { env } from '../contract/env';
import { startExport } from '../exports/start';
import { queueDeliveries } from './announce';

/** Picks up what is due or was lost. One of the two failing does not keep the other from being done. */
export async function handler(): Promise<void> {
  const table = openTable(env('table'));
  const [now, machine] = [systemClock(), openStateMachine(env('exportMachine'))];
  const done = await Promise.allSettled([
    sweepWebhooks(openPendingWebhooks(table), openQueue(env('deliveries')), now),
    sweepExports(openStartingOperations(table), machine, now),
  ]);
  const [due, starts] = done.map((one) => (one.status === 'fulfilled' ? one.value : 0));
  console.info({ due, starts });
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}

/** Queues the webhooks that are due: retries that are hours apart, and those whose message was lost. Returns how many. */
async function sweepWebhooks(
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

/**
 * Starts every export once more, a minute after it was requested: the message that should have started it may be lost, or
 * a dead letter. Where it was started, this changes nothing. Returns how many.
 */
export async function sweepExports(
  starting: StartingOperations,
  machine: Pick<StateMachine, 'start'>,
  now: number,
): Promise<number> {
  let starts = 0;
  const failures: unknown[] = [];
  for await (const operations of starting.due(now)) {
    const done = await Promise.allSettled(operations.map((one) => startExport(machine, one)));
    const started = operations.filter((_, i) => done[i]?.status === 'fulfilled');
    await starting.remove(started);
    starts += started.length;
    failures.push(...done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
  }
  if (failures.length > 0) throw failures[0];
  return starts;
}
