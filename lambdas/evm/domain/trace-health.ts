import { type BackfillJob, getLast } from '../../chain/domain/backfill-job';
import { type Cursor, visibleBlock } from '../../chain/domain/cursor';
import type { TraceCursor } from './trace-cursor';

/** Empty without a trace cursor, or if the node does not support tracing: no failure. */
export function traceHealth(
  traces: TraceCursor | undefined,
  cursor: Cursor | undefined,
  jobs: readonly BackfillJob[],
): { readonly tracedBlock?: number; readonly tracedFrom?: number } {
  if (!cursor || !traces || traces.offAt !== undefined) return {};
  const untraced = jobs.map((job) => untracedBelow(job, cursor.start)).filter((block) => block !== undefined);
  return {
    tracedBlock: Math.min(traces.number, visibleBlock(cursor)),
    ...(untraced.length > 0 ? { tracedFrom: Math.max(...untraced) } : {}),
  };
}

function untracedBelow(job: BackfillJob, start: number): number | undefined {
  const lowest = job.tracedFrom ?? getLast(job, start) + 1;
  return lowest > job.from ? lowest : undefined;
}
