import type { StateMachine } from '../files/state-machine';
import type { StartingOperations } from '../rows/starting-operations';
import { startExport } from './start';

/** Covers start messages that were lost or dead-lettered. A no-op for exports already started. */
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
