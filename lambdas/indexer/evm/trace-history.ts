import { jobsOf, setTraced } from '../../adapters/dynamo/chain/backfill-jobs';
import type { IndexedBlock, InternalTxRows } from '../../adapters/dynamo/evm/internal-rows';
import type { HeldTraceCursor } from '../../adapters/dynamo/evm/trace-cursor';
import type { Table } from '../../adapters/dynamo/table';
import type { Blocks } from '../../adapters/evm/blocks';
import type { Traces } from '../../adapters/evm/traces';
import { NodeDown, NodeRefused } from '../../adapters/node/errors';
import type { Chain } from '../../contract/config';
import { lastOf } from '../../domain/chain/backfill-job';
import type { Cursor } from '../../domain/chain/cursor';
import type { TracedBlock } from '../../table/evm/internal-rows';
import { tracedBlock } from './trace-blocks';

/** Everything that tracing the history of one chain needs. */
export interface TraceHistoryDeps {
  readonly chain: Pick<Chain, 'chainId' | 'finalityDepth'>;
  readonly table: Table;
  readonly head: () => Promise<Cursor>;
  readonly traceCursor: Pick<HeldTraceCursor, 'renew'>;
  readonly rows: Pick<InternalTxRows, 'blocks' | 'writeFinal'>;
  readonly blocks: Pick<Blocks, 'blocksWithReceipts'>;
  readonly traces: Traces;
  readonly skipped: (block: IndexedBlock) => void;
  readonly now: () => number;
}

/** Blocks that are traced at once. */
const BATCH_BLOCKS = 4;
/** Without work, the jobs are looked at so often, ms. */
const JOB_POLL_MS = 10_000;
/** A node that refuses so many blocks in a row keeps no state below: it is not asked for the rest. */
const MAX_REFUSED_BLOCKS = 64;

/** Blocks that the node refused, highest first, since the last that it traced; and how far down it was asked. */
interface Run {
  readonly job: string;
  readonly above: number;
  readonly refused: readonly IndexedBlock[];
}

/**
 * Tells the internal transactions of what backfills have written, from each job's last block down: where a node keeps
 * the state of its newest blocks alone, those come first and the rest is left. Its blocks are final, so that a repeat
 * writes the same and nothing is taken back. Gives one step of it.
 */
export function openTraceHistory(deps: TraceHistoryDeps): () => Promise<'idle' | 'advanced'> {
  const { chain, table, traceCursor, rows, skipped, now } = deps;
  let nextPollAt = 0;
  let run: Run | undefined;
  return async () => {
    if (now() < nextPollAt) return 'idle';
    const cursor = await deps.head();
    const jobs = cursor.start === 0 ? [] : await jobsOf(table, chain.chainId);
    const job = jobs.find(({ doneAt, tracesEndedAt }) => doneAt !== undefined && tracesEndedAt === undefined);
    if (!job) {
      nextPollAt = now() + JOB_POLL_MS;
      return 'idle';
    }
    const id = `${job.from}-${job.to}`;
    const lowest = job.tracedFrom ?? lastOf(job, cursor.start) + 1;
    const { above, refused } = run?.job === id ? run : { above: lowest, refused: [] };
    const from = Math.max(job.from, above - BATCH_BLOCKS);
    const found = (await rows.blocks(from, above - 1)).filter(({ txCount }) => txCount > 0).toReversed();
    const traced = await Promise.all(found.map((block) => trace(deps, block)));
    if (traced.includes('unsupported')) return 'idle';
    let left = [...refused];
    for (const [i, block] of found.entries())
      if (traced[i] === 'refused') left.push(block);
      else {
        // The node has state below: these alone are left out.
        for (const one of left) skipped(one);
        left = [];
      }
    await traceCursor.renew();
    const blocks = traced.filter((one) => typeof one === 'object');
    await rows.writeFinal(blocks, cursor.head - chain.finalityDepth);
    const ended = from === job.from || left.length >= MAX_REFUSED_BLOCKS;
    const tracedFrom = left[0] ? left[0].number + 1 : from;
    run = left.length > 0 && !ended ? { job: id, above: from, refused: left } : undefined;
    await setTraced(table, chain.chainId, job, { tracedFrom, ...(ended ? { tracesEndedAt: now() } : {}) });
    if (ended && left.length > 0)
      console.info({
        chainId: chain.chainId,
        message: `the node traces no block below ${tracedFrom}: it is left at that`,
      });
    return 'advanced';
  };
}

async function trace(
  { blocks, traces }: TraceHistoryDeps,
  ref: IndexedBlock,
): Promise<TracedBlock | 'refused' | 'unsupported' | 'none'> {
  const [found] = await blocks.blocksWithReceipts(ref.number, ref.number, ref.number);
  if (found?.block.hash !== ref.hash) throw new NodeDown(`the node has another block ${ref.number} than was indexed`);
  const internalTxs = await traces.internalTxs(found.block).catch((error: unknown) => {
    if (error instanceof NodeRefused) return 'refused' as const;
    throw error;
  });
  if (typeof internalTxs === 'string') return internalTxs;
  return internalTxs.length === 0 ? 'none' : tracedBlock({ ...found, balances: {} }, internalTxs);
}
