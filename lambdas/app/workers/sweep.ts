import { createQueue } from '../../core/aws/queue';
import { env } from '../../core/contract/env';
import { systemClock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import { createTableClient } from '../../core/table/table';
import { createStateMachine } from '../../exports/files/state-machine';
import { createStartingOperations } from '../../exports/rows/starting-operations';
import { sweepExports } from '../../exports/steps/sweep-exports';
import { sweepWebhooks } from '../../webhooks/delivery/sweep-webhooks';
import { createPendingWebhooks } from '../../webhooks/rows/pending-webhooks';

/** Picks up work that is due or was lost. Both sweeps run even if one fails. */
export async function handler(): Promise<void> {
  const table = createTableClient(env('table'));
  const [now, machine] = [systemClock(), createStateMachine(env('exportMachine'))];
  const done = await Promise.allSettled([
    sweepWebhooks(createPendingWebhooks(table), createQueue(env('deliveries')), now),
    sweepExports(createStartingOperations(table), machine, now),
  ]);
  const [due, starts] = done.map((one) => (one.status === 'fulfilled' ? one.value : 0));
  log.info('sweep done', { due, starts });
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}
