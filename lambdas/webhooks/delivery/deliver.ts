import type { Delivery } from '../contract/messages';
import { nextOrderedAttempt } from '../domain/schedule';
import { queueDeliveries } from './announce';
import type { SenderDeps } from './deps';
import { type Run, runSession } from './session';

/** Another holder of the lease will find the new entries. No delivery waits for another's receiver. */
export async function deliver(common: SenderDeps, delivery: Delivery, run: Run): Promise<void> {
  const outbox = await common.ordered(delivery);
  const deps = outbox ? { ...common, outbox, nextAttempt: nextOrderedAttempt } : common;
  while (deps.steady() < run.until) {
    const pending = await deps.pending.find(delivery.webhook);
    if (!pending) return;
    const end = await runSession(deps, pending, run);
    if (end === 'refused') return;
    const { due } = end;
    const unchanged =
      due === undefined ? deps.pending.clear(end.pending) : deps.pending.postpone(end.pending, due, deps.now());
    if ((await unchanged) && (due === undefined || due > deps.now())) return;
    // Entries were added meanwhile, or have become due.
  }
  await queueDeliveries(deps.queue, [delivery]);
}
