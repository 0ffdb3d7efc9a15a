import type { BlockRef } from '../../chain/domain/block';
import { type Cursor, visibleBlock } from '../../chain/domain/cursor';
import type { Chain } from '../../core/contract/config';
import { AnswerTooLong, IncompleteTraces, NodeError } from '../../core/node/errors';
import { type AddressRow, derive } from '../domain/derive';
import type { InternalTransaction } from '../domain/internal-transactions';
import type { RawBlock } from '../domain/rpc';
import type { RawBlocks } from '../node/raw-blocks';
import type { StoredTraces } from '../node/stored-traces';
import { saysNothing, type Traces } from '../node/traces';
import { internalAddresses, type TracedBlock } from '../rows/internal-rows';
import type { IndexedBlock, InternalTxRows } from '../rows/internal-tx-rows';
import type { HeldTraceCursor } from '../rows/trace-cursor';

/** The dependencies of tracing one chain at its head. */
export interface TraceDeps {
  readonly chain: Pick<Chain, 'chainId' | 'finalityDepth'>;
  /** The head's current cursor. */
  readonly head: () => Cursor;
  readonly traceCursor: HeldTraceCursor;
  readonly rows: InternalTxRows;
  readonly raw: Pick<RawBlocks, 'get'>;
  readonly stored: StoredTraces;
  readonly traces: Traces;
  /** Publishes blocks whose internal transactions are in the bucket, if a webhook waits for them. */
  readonly publishTraced: (blocks: readonly BlockRef[], epoch: number) => Promise<void>;
  /**
   * Called with a block that stays without internal transactions, or without those of the transactions at these positions,
   * as its node cannot trace them: counts and lists it.
   */
  readonly skipped: (block: IndexedBlock, untraced?: readonly number[]) => Promise<void>;
  /** Called with the blocks whose rows were written, before the cursor moves. */
  readonly traced: (blocks: readonly TracedBlock[]) => Promise<void>;
}

/**
 * One step of the trace cursor, in an order that survives a crash and a rollback of the head at any point: internal
 * transactions into the bucket, `pending`, rows, and the cursor last. Throws NodeError if the node does not trace the
 * next block now.
 */
export async function traceBlocks(deps: TraceDeps): Promise<'idle' | 'advanced' | 'off'> {
  const { traceCursor, rows } = deps;
  const cursor = deps.head();
  if (cursor.epoch !== traceCursor.state.epoch) {
    await traceCursor.refresh();
    rows.forget();
  }
  const { pending } = traceCursor.state;
  // The rollback may have deleted rows before these were written: delete them whatever became of their blocks, and
  // write them again.
  if (pending && pending.epoch !== cursor.epoch) await deleteUncommitted(deps, pending.blocks);
  const from = traceCursor.state.number + 1;
  // While history is written, one at a time: its balances are asked of the same node, which traces take from it.
  const atOnce = cursor.hidden ? 1 : deps.traces.parallel();
  const blocks = await rows.blocks(from, Math.min(visibleBlock(cursor), from + atOnce - 1));
  const traced = await traceEach(deps, blocks, cursor);
  if (traced === 'off') {
    await traceCursor.off();
    return 'off';
  }
  const last = traced.at(-1)?.ref;
  if (!last) return 'idle';
  const moved = traced.flatMap(({ block }) => (block ? [block] : []));
  if (moved.length > 0) {
    const refs = traced.map(({ ref }) => ref);
    if (!(await traceCursor.begin(refs, cursor.epoch))) {
      // The head was rolled back, which may have deleted markers that were cached as written.
      rows.forget();
      return 'advanced';
    }
    await rows.write(moved);
    await deps.traced(moved);
  }
  await deps.publishTraced(
    traced.flatMap(({ ref, isStored }) => (isStored ? [ref] : [])),
    cursor.epoch,
  );
  // A rollback of the head may have deleted markers that are cached as written, of blocks before these too.
  if (!(await traceCursor.commit(last, cursor.epoch))) rows.forget();
  return 'advanced';
}

/** A traced block; without `block` it has no rows to write. */
interface Traced {
  readonly ref: IndexedBlock;
  readonly block?: TracedBlock;
  /** Its internal transactions are in the bucket, even if there are none. */
  readonly isStored?: true;
}

/**
 * As many of the blocks as can be traced now, in order. Throws if not even the first can be, unless that one is given
 * up.
 */
async function traceEach(deps: TraceDeps, blocks: readonly IndexedBlock[], cursor: Cursor): Promise<Traced[] | 'off'> {
  const results = await Promise.allSettled(blocks.map((block) => traceOne(deps, block)));
  const traced: Traced[] = [];
  for (const [i, one] of results.entries()) {
    const ref = blocks[i];
    if (!ref) return traced;
    if (one.status === 'fulfilled' && one.value !== 'off') {
      traced.push(one.value);
      continue;
    }
    // Every node has the state of a recent block.
    const isFinal = ref.number <= cursor.head - deps.chain.finalityDepth;
    const isSkipped = one.status === 'rejected' && isFinal && isGone(one.reason);
    if (!isSkipped) {
      if (traced.length > 0) return traced;
      if (one.status === 'fulfilled') return 'off';
      if (!isFinal || !(await isHopeless(deps, ref, one.reason))) throw one.reason;
      const part = await tracePartly(deps, ref);
      if (part) {
        traced.push(part);
        continue;
      }
    }
    await deps.skipped(ref);
    traced.push({ ref });
  }
  return traced;
}

/** Whether the node does not keep the state that tracing a block takes: it will not come back. */
export const isGone = (error: unknown): boolean => error instanceof NodeError && error.failure === 'state gone';

/** Attempts to trace a final block before it is left out, if its node answers otherwise. */
const MAX_TRACE_ATTEMPTS = 10;

/**
 * Whether a final block is not traced whole any more: its traces are too long, its node has those of some transactions
 * only, or its node, which is up, has failed at it often enough. Counts the failure.
 */
export async function isHopeless(
  { traceCursor, traces }: { traceCursor: Pick<HeldTraceCursor, 'failed'>; traces: Pick<Traces, 'isUp'> },
  { number }: BlockRef,
  error: unknown,
): Promise<boolean> {
  if (error instanceof AnswerTooLong || error instanceof IncompleteTraces) return true;
  if (!(error instanceof NodeError) || saysNothing(error)) return false;
  return (await traces.isUp()) && (await traceCursor.failed(number)) >= MAX_TRACE_ATTEMPTS;
}

async function traceOne({ chain, raw, stored, traces }: TraceDeps, ref: IndexedBlock): Promise<Traced | 'off'> {
  if (ref.txCount === 0) return { ref };
  const whole = await raw.get(chain.chainId, ref);
  let internalTxs = await traces.internalTxs(whole.block).catch(async (error: unknown) => {
    const found = error instanceof NodeError ? await stored.find(chain.chainId, ref) : undefined;
    if (!found) throw error;
    return found;
  });
  if (internalTxs === 'unsupported') return 'off';
  internalTxs = [...(await stored.put(chain.chainId, ref, internalTxs))];
  return { ref, isStored: true, ...(internalTxs.length === 0 ? {} : { block: tracedBlock(whole, internalTxs) }) };
}

/** A final block with the internal transactions of those of its transactions that are traced; undefined if none is. */
async function tracePartly(deps: TraceDeps, ref: IndexedBlock): Promise<Traced | undefined> {
  const { chain, raw, stored, traces } = deps;
  const whole = await raw.get(chain.chainId, ref);
  const part = await unlessNodeFails(traces.partly(whole.block));
  if (!part) return undefined;
  await deps.skipped(ref, part.untraced);
  // Rows are deleted as what is stored says.
  const internalTxs = await stored.put(chain.chainId, ref, part.internalTxs);
  return { ref, ...(internalTxs.length === 0 ? {} : { block: tracedBlock(whole, internalTxs) }) };
}

/** What it resolves to; undefined if the node fails. */
export const unlessNodeFails = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error;
    return undefined;
  });

/** Keys of rows do not depend on the running count, so any will do. */
export const tracedBlock = (raw: RawBlock, internalTxs: readonly InternalTransaction[]): TracedBlock => ({
  derived: derive(raw, 0),
  internalTxs,
});

/** Deletes what may have been written for blocks that were never committed. */
async function deleteUncommitted(
  { chain, traceCursor, rows, raw, stored }: TraceDeps,
  blocks: readonly BlockRef[],
): Promise<void> {
  const touched: AddressRow[] = [];
  for (const ref of blocks.toReversed()) {
    const internalTxs = await stored.find(chain.chainId, ref);
    if (!internalTxs) continue;
    await rows.remove(tracedBlock(await raw.get(chain.chainId, ref), internalTxs));
    touched.push(...internalAddresses(internalTxs));
  }
  await rows.correctMarkers(touched, (blocks[0]?.number ?? 0) - 1);
  await traceCursor.clear();
}
