import { getLast } from '../../chain/domain/backfill-job';
import type { Cursor } from '../../chain/domain/cursor';
import { getJobs, setTraced } from '../../chain/rows/backfill-jobs';
import { getRederivation } from '../../chain/rows/rederivations';
import type { Chain } from '../../core/contract/config';
import { AnswerTooLong, IncompleteTraces } from '../../core/node/errors';
import type { Timer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import { requestRecount } from '../metrics/rows/recount-requests';
import type { Blocks } from '../node/blocks';
import type { Traces } from '../node/traces';
import type { TracedBlock } from '../rows/internal-rows';
import type { IndexedBlock, InternalTxRows } from '../rows/internal-tx-rows';
import type { HeldTraceCursor } from '../rows/trace-cursor';
import { CALLS_PER_TRACED_BLOCK } from './history-cost';
import { sameBlock } from './same-block';
import { isGone, isHopeless, tracedBlock, unlessNodeFails } from './trace-blocks';

export interface TraceHistoryDeps {
  readonly chain: Pick<Chain, 'chainId' | 'finalityDepth' | 'historyTraces' | 'historyTraceCallsPerSecond'>;
  readonly table: Table;
  readonly head: () => Cursor;
  readonly traceCursor: Pick<HeldTraceCursor, 'failed'>;
  readonly rows: Pick<InternalTxRows, 'blocks' | 'writeFinal'>;
  readonly blocks: Pick<Blocks, 'blocksWithReceipts'>;
  readonly traces: Traces;
  readonly skipped: (block: IndexedBlock, untraced?: readonly number[]) => Promise<void>;
  readonly timer: Pick<Timer, 'now' | 'steady'>;
}

const JOB_POLL_MS = 10_000;
/** After this many refused blocks in a row, the node is assumed to have no older state. */
const MAX_REFUSED_BLOCKS = 64;

interface Run {
  readonly job: string;
  readonly above: number;
  /** Since the last traced block, highest first. */
  readonly refused: readonly IndexedBlock[];
}

/**
 * From each job's last block down: nodes with recent state only trace those first, and the rest is
 * skipped. The blocks are final, so steps are idempotent. 'paced': the call rate is exhausted.
 */
export function createTraceHistory(deps: TraceHistoryDeps): () => Promise<'idle' | 'paced' | 'advanced'> {
  const { chain, table, rows, skipped, timer } = deps;
  if (!chain.historyTraces) return async () => 'idle';
  const blocksPerSecond = chain.historyTraceCallsPerSecond / CALLS_PER_TRACED_BLOCK;
  let [nextPollAt, freeAt] = [0, 0];
  let run: Run | undefined;
  return async () => {
    if (timer.steady() < nextPollAt) return 'idle';
    if (timer.steady() < freeAt) return 'paced';
    const cursor = deps.head();
    // Rows would be written into one copy only.
    const waits = cursor.start > 0 && (await getRederivation(table, chain.chainId)) !== undefined;
    const jobs = cursor.start === 0 || waits ? [] : await getJobs(table, chain.chainId);
    const job = jobs.findLast(({ doneAt, tracesEndedAt }) => doneAt !== undefined && tracesEndedAt === undefined);
    if (!job) {
      nextPollAt = timer.steady() + JOB_POLL_MS;
      return 'idle';
    }
    const id = `${job.from}-${job.to} ${job.fence}`;
    const lowest = job.tracedFrom ?? getLast(job, cursor.start) + 1;
    const { above, refused } = run?.job === id ? run : { above: lowest, refused: [] };
    const size = Math.max(1, Math.min(deps.traces.parallel(), Math.floor(blocksPerSecond)));
    let from = Math.max(job.from, above - size);
    const found = (await rows.blocks(from, above - 1)).filter(({ txCount }) => txCount > 0).toReversed();
    // Up to a second of unused rate carries over, as the caller may wait too long.
    freeAt = Math.max(freeAt, timer.steady() - 1_000) + (found.length * 1_000) / blocksPerSecond;
    const traced = await traceEach(deps, found);
    if (traced.includes('unsupported')) return 'idle';
    // The next step starts with the failed block.
    if (traced.length < found.length) from = (found[traced.length]?.number ?? from) + 1;
    let left = [...refused];
    for (const [i, outcome] of traced.entries())
      if (outcome === 'refused') left.push(...found.slice(i, i + 1));
      else {
        // The node has older state, so only the refused blocks are skipped.
        for (const one of left) await skipped(one);
        left = [];
      }
    const blocks = traced.filter((one) => typeof one === 'object');
    await rows.writeFinal(blocks, cursor.head - chain.finalityDepth);
    const ended = from === job.from || left.length >= MAX_REFUSED_BLOCKS;
    const tracedFrom = left[0] ? left[0].number + 1 : from;
    run = left.length > 0 && !ended ? { job: id, above: from, refused: left } : undefined;
    if (ended) await requestRecount(table, chain.chainId, { from: tracedFrom, to: getLast(job, cursor.start) });
    await setTraced(table, chain.chainId, job, { tracedFrom, ...(ended ? { tracesEndedAt: timer.now() } : {}) });
    if (ended && left.length > 0)
      log.info('history tracing ended: the node cannot trace older blocks', { chainId: chain.chainId, tracedFrom });
    return 'advanced';
  };
}

type Outcome = TracedBlock | 'refused' | 'unsupported' | 'none';

/** In order, up to the first failure. Throws if the first block fails. */
async function traceEach(deps: TraceHistoryDeps, blocks: readonly IndexedBlock[]): Promise<Outcome[]> {
  const results = await Promise.allSettled(blocks.map((block) => trace(deps, block)));
  const traced: Outcome[] = [];
  for (const [i, one] of results.entries()) {
    const ref = blocks[i];
    if (!ref) return traced;
    if (one.status === 'fulfilled') traced.push(one.value);
    else if (isGone(one.reason)) traced.push('refused');
    else if (one.reason instanceof AnswerTooLong || one.reason instanceof IncompleteTraces) {
      const part = await tracePartly(deps, ref);
      if (!part) await deps.skipped(ref);
      traced.push(part ?? 'none');
    } else if (traced.length > 0) return traced;
    else if (await isHopeless(deps, ref, one.reason)) traced.push((await tracePartly(deps, ref)) ?? 'refused');
    else throw one.reason;
  }
  return traced;
}

async function trace({ blocks, traces }: TraceHistoryDeps, ref: IndexedBlock): Promise<Outcome> {
  const found = await sameBlock(blocks, ref, ref.number);
  const internalTxs = await traces.internalTxs(found.block);
  if (typeof internalTxs === 'string') return internalTxs;
  return internalTxs.length === 0 ? 'none' : tracedBlock({ ...found, balances: {} }, internalTxs);
}

async function tracePartly(deps: TraceHistoryDeps, ref: IndexedBlock): Promise<Outcome | undefined> {
  const found = await sameBlock(deps.blocks, ref, ref.number);
  const part = await unlessNodeFails(deps.traces.partly(found.block));
  if (!part) return undefined;
  await deps.skipped(ref, part.untraced);
  return part.internalTxs.length === 0 ? 'none' : tracedBlock({ ...found, balances: {} }, part.internalTxs);
}
