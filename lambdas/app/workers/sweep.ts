import { openQueue } from '../../core/aws/queue';
import { env } from '../../core/contract/env';
import { systemClock } from '../../core/runtime/clock';
import { openTable } from '../../core/table/table';
import { openStateMachine } from '../../exports/files/state-machine';
import { openStartingOperations } from '../../exports/rows/starting-operations';
import { sweepExports } from '../../exports/steps/sweep-exports';
import { sweepWebhooks } from '../../webhooks/delivery/sweep-webhooks';
import { openPendingWebhooks } from '../../webhooks/rows/pending-webhooks';

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
