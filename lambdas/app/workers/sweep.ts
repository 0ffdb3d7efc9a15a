import { openQueue } from '../../adapters/aws/queue';
import { openStateMachine } from '../../adapters/aws/state-machine';
import { systemClock } from '../../adapters/clock';
import { openStartingOperations } from '../../adapters/dynamo/exports/starting-operations';
import { openTable } from '../../adapters/dynamo/table';
import { openPendingWebhooks } from '../../adapters/dynamo/webhooks/pending-webhooks';
import { env } from '../../contract/env';
import { sweepExports } from '../../exports/sweep-exports';
import { sweepWebhooks } from '../../webhooks/sweep-webhooks';

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
