import { NodeError } from '../../core/node/errors';
import type { Timer } from '../../core/runtime/clock';
import { isThrottled } from '../../core/table/load';
import { TakenOver } from '../rows/backfill-jobs';
import type { BackfillDeps } from './backfill-deps';
import { runJob } from './backfill-job';

/** Delay after a failure, ms. */
const RETRY_DELAY_MS = 1_000;

/**
 * Works on a chain's unfinished jobs until none is left or `stop()`. `open` is called anew after each failure, the
 * node's included, as what an indexer caches as written may not be. If the node is down it retries, and if the table
 * throttles, more slowly.
 */
export async function backfill<Raw>(
  open: () => BackfillDeps<Raw>,
  { sleep }: Pick<Timer, 'sleep'>,
  stop: () => boolean,
): Promise<void> {
  let deps = open();
  while (!stop()) {
    const did = await runJob(deps, stop).catch((error: unknown) => afterFailure(deps, error));
    if (did === 'idle') return;
    if (did === 'advanced') continue;
    await sleep(RETRY_DELAY_MS);
    deps = open();
  }
}

/** Leaves the job to another worker that has it. Rethrows unexpected errors. */
function afterFailure<Raw>({ chain: { chainId }, pace }: BackfillDeps<Raw>, error: unknown): 'idle' | 'failed' {
  if (error instanceof TakenOver) {
    console.info({ chainId, message: error.message });
    return 'idle';
  }
  if (error instanceof NodeError) {
    console.warn({ chainId, message: error.message });
    return 'failed';
  }
  if (isThrottled(error)) {
    console.warn({ chainId, message: 'table throttled: backfill continues at half its rate' });
    pace.slow();
  } else throw error;
  return 'failed';
}
