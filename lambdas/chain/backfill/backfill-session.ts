import { NodeError } from '../../core/node/errors';
import type { Timer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import { isThrottled } from '../../core/table/load';
import { TakenOver } from '../rows/backfill-jobs';
import type { BackfillDeps } from './backfill-deps';
import { runJob } from './backfill-job';

const RETRY_DELAY_MS = 1_000;

/**
 * Retries while the node is down; slows down if throttled. `open` runs again after each failure, as
 * an indexer may have cached rows that were not written.
 */
export async function backfill<Raw>(
  open: () => BackfillDeps<Raw>,
  { sleep }: Pick<Timer, 'sleep'>,
  stop: () => boolean,
): Promise<void> {
  let deps = open();
  while (!stop()) {
    const outcome = await runJob(deps, stop).catch((error: unknown) => afterFailure(deps, error));
    if (outcome === 'idle') return;
    if (outcome === 'advanced') continue;
    await sleep(RETRY_DELAY_MS);
    deps = open();
  }
}

function afterFailure<Raw>({ chain: { chainId }, pace }: BackfillDeps<Raw>, error: unknown): 'idle' | 'failed' {
  if (error instanceof TakenOver) {
    log.info('backfill range taken over', { chainId, reason: error.message });
    return 'idle';
  }
  if (error instanceof NodeError) {
    log.warn('node call failed', { chainId, reason: error.message });
    return 'failed';
  }
  if (isThrottled(error)) {
    log.warn('table throttled: backfill continues at half its rate', { chainId });
    pace.slow();
  } else throw error;
  return 'failed';
}
