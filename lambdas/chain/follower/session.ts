import { NodeError } from '../../core/node/errors';
import type { Timer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import { createChain } from '../backfill/history';
import type { BlockIndexer, ChainFollower, ChainSettings, FollowUntil } from '../kind';
import { createBlockRecords } from '../rows/block-records';
import { type Lease, LeaseLost, takeLease } from '../rows/lease';
import { getCursor } from './cursor-of';
import type { FollowerDeps } from './deps';
import { poll, recover } from './follower';
import { createIdleWork } from './idle-work';
import type { Measures } from './measures';
import { OtherChain, TooDeep } from './rollback';

export interface Following<Raw> extends Pick<FollowerDeps<Raw>, 'chain' | 'source' | 'store' | 'bus'> {
  readonly chain: ChainSettings;
  readonly table: Table;
  readonly createIndexer: () => BlockIndexer<Raw>;
  readonly measures: Measures;
  readonly timer: Timer;
  readonly createBeside?: (lease: Lease) => Beside;
}
/** Work in parallel with following. It handles its own failures. */
export interface Beside {
  isBehind(): boolean;
  /** Once resolved, it writes nothing any more. Never rejects. */
  end(): Promise<void>;
}
/** A node that fails for this long, ms, is shown as down. */
const ERROR_GRACE_MS = 10_000;
const RETRY_DELAY_MS = 1_000;
const NAP_MS = 1_000;

export const toFollower = <Raw>(following: Following<Raw>, close: () => Promise<void>): ChainFollower => ({
  follow: (until) => follow(following, until),
  close,
});

/** A failure ends the session; the next one continues from there. */
export async function follow<Raw>(following: Following<Raw>, until: FollowUntil): Promise<void> {
  while (!until.outOfTime()) {
    const done = await session(following, until).catch((error: unknown) => report(following.chain.chainId, error));
    // Left to the next invocation: a permanent failure would keep this one running to its limit.
    if (done || until.turnIsOver()) return;
    await following.measures.noteWithoutLease(() => getCursor(following.table, following.chain.chainId));
    await following.timer.sleep(RETRY_DELAY_MS);
  }
}

// Node errors are retried in place, as they leave nothing half done; other errors end the session.
// true: nothing more to do in this invocation.
async function session<Raw>(following: Following<Raw>, until: FollowUntil): Promise<boolean> {
  const { chain, table, source, measures, timer } = following;
  const indexer = following.createIndexer();
  const lease = await takeLease(table, chain, timer, () =>
    createChain({ chain, table, source, indexer, now: timer.now }),
  );
  if (!lease) return false;
  const deps: FollowerDeps<Raw> = {
    ...following,
    lease,
    indexer,
    idleWork: createIdleWork(indexer, timer.steady),
    records: createBlockRecords(table, chain.chainId),
  };
  try {
    await recover(deps);
    const beside = following.createBeside?.(lease);
    // It shares the lease, so it ends before the lease is released.
    await followHead(following, deps, until, beside).finally(() => beside?.end());
    await lease.release();
    return true;
  } catch (error) {
    await releaseLease(lease, error);
    throw error;
  } finally {
    lease.close();
    measures.flush(lease.cursor);
  }
}

async function followHead<Raw>(
  { chain, measures, timer }: Following<Raw>,
  deps: FollowerDeps<Raw>,
  { outOfTime, turnIsOver }: FollowUntil,
  beside: Beside | undefined,
): Promise<void> {
  const { lease } = deps;
  const stop = () => outOfTime() || (lease.cursor.wanted && turnIsOver());
  let [isIdentified, failsSince]: [boolean, number | undefined] = [false, undefined];
  while (!stop()) {
    const outcome = await lookAtNode(deps, isIdentified, stop);
    measures.note(lease.cursor);
    if (outcome instanceof NodeError) {
      failsSince ??= timer.steady();
      // Not transient.
      if (outcome instanceof OtherChain || timer.steady() - failsSince >= ERROR_GRACE_MS)
        await lease.recordError(outcome.message);
      log.warn('node call failed', { chainId: chain.chainId, reason: outcome.message });
      await timer.sleep(RETRY_DELAY_MS);
      if (turnIsOver()) await lease.lookForNext();
      continue;
    }
    [isIdentified, failsSince] = [true, undefined];
    if (outcome === 'idle') {
      if (chain.follower === 'minute' && !beside?.isBehind()) return;
      await pause({ chain, timer }, stop);
      if (turnIsOver() && !stop()) await lease.lookForNext();
    }
  }
}

async function lookAtNode<Raw>(deps: FollowerDeps<Raw>, isIdentified: boolean, stop: () => boolean) {
  try {
    if (!isIdentified) await deps.source.checkIdentity();
    return await poll(deps, stop);
  } catch (error) {
    if (error instanceof NodeError) return error;
    throw error;
  }
}

async function pause(
  { chain, timer }: Pick<Following<unknown>, 'chain' | 'timer'>,
  stop: () => boolean,
): Promise<void> {
  // A chain that is polled each minute waits only for its parallel work.
  const ms = chain.follower === 'minute' ? NAP_MS : chain.pollIntervalMs;
  for (let left = ms; left > 0 && !stop(); left -= NAP_MS) await timer.sleep(Math.min(left, NAP_MS));
}

// Records only our own messages, which cannot contain a URL. Any other failure may be an aborted
// write that still takes effect.
async function releaseLease(lease: Lease, error: unknown): Promise<void> {
  const known = error instanceof NodeError || error instanceof TooDeep;
  const released = known ? lease.lastError(error.message, error instanceof TooDeep) : lease.release(true);
  await released.catch(() => undefined);
}

function report(chainId: string, error: unknown): false {
  if (error instanceof LeaseLost) log.info('lease lost', { chainId, reason: error.message });
  else if (error instanceof NodeError) log.warn('node call failed', { chainId, reason: error.message });
  else log.error('indexing failed', { chainId, error });
  return false;
}
