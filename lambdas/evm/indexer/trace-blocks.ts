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

export interface TraceDeps {
  readonly chain: Pick<Chain, 'chainId' | 'finalityDepth'>;
  readonly head: () => Cursor;
  readonly traceCursor: HeldTraceCursor;
  readonly rows: InternalTxRows;
  readonly raw: Pick<RawBlocks, 'get'>;
  readonly stored: StoredTraces;
  /** Called with stored internal transactions. */
  readonly seen?: (block: BlockRef, internalTxs: readonly InternalTransaction[]) => void;
  readonly traces: Traces;
  /** Publishes blocks with stored internal transactions, if a webhook waits for them. */
  readonly publishTraced: (blocks: readonly BlockRef[], epoch: number) => Promise<void>;
  /** Lists a block that the node cannot trace, or only its `untraced` transactions. */
  readonly skipped: (block: IndexedBlock, untraced?: readonly number[]) => Promise<void>;
  /** Called after the rows are written, before the cursor moves. */
  readonly traced: (blocks: readonly TracedBlock[]) => Promise<void>;
}

/**
 * Write order, safe against a crash or rollback at any point: internal transactions to the bucket,
 * `pending`, rows, cursor. Throws NodeError if the node cannot trace the next block now.
 */
export async function traceBlocks(deps: TraceDeps): Promise<'idle' | 'advanced' | 'off'> {
  const { traceCursor, rows } = deps;
  const cursor = deps.head();
  if (cursor.epoch !== traceCursor.state.epoch) {
    await traceCursor.refresh();
    rows.forget();
  }
  const { pending } = traceCursor.state;
  // The rollback may have preceded the pending rows: delete them anyway and write again.
  if (pending && pending.epoch !== cursor.epoch) await deleteUncommitted(deps, pending.blocks);
  const from = traceCursor.state.number + 1;
  // One at a time during backfill: traces compete with its balance reads for the node.
  const maxBlocks = cursor.hidden ? 1 : deps.traces.parallel();
  const blocks = await rows.blocks(from, Math.min(visibleBlock(cursor), from + maxBlocks - 1));
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
      // A head rollback may have deleted markers cached as written.
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
  if (!(await traceCursor.commit(last, cursor.epoch))) rows.forget();
  return 'advanced';
}

interface Traced {
  readonly ref: IndexedBlock;
  readonly block?: TracedBlock;
  readonly isStored?: true; // possibly as an empty list
}

/** In order, up to the first failure. Throws if the first block fails, unless it is given up. */
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
    // Every node has the state of recent blocks, so only final ones are skipped.
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

/** The node has pruned the state, which is permanent. */
export const isGone = (error: unknown): boolean => error instanceof NodeError && error.failure === 'state gone';

const MAX_TRACE_ATTEMPTS = 10;

/** Gives up on a whole trace: too long, known in parts only, or failed MAX_TRACE_ATTEMPTS times. */
export async function isHopeless(
  { traceCursor, traces }: { traceCursor: Pick<HeldTraceCursor, 'failed'>; traces: Pick<Traces, 'isUp'> },
  { number }: BlockRef,
  error: unknown,
): Promise<boolean> {
  if (error instanceof AnswerTooLong || error instanceof IncompleteTraces) return true;
  if (!(error instanceof NodeError) || saysNothing(error)) return false;
  return (await traces.isUp()) && (await traceCursor.failed(number)) >= MAX_TRACE_ATTEMPTS;
}

async function traceOne({ chain, raw, stored, traces, seen }: TraceDeps, ref: IndexedBlock): Promise<Traced | 'off'> {
  if (ref.txCount === 0) return { ref };
  const whole = await raw.get(chain.chainId, ref);
  let internalTxs = await traces.internalTxs(whole.block).catch(async (error: unknown) => {
    const found = error instanceof NodeError ? await stored.find(chain.chainId, ref) : undefined;
    if (!found) throw error;
    return found;
  });
  if (internalTxs === 'unsupported') return 'off';
  internalTxs = [...(await stored.put(chain.chainId, ref, internalTxs))];
  seen?.(ref, internalTxs);
  return { ref, isStored: true, ...(internalTxs.length === 0 ? {} : { block: tracedBlock(whole, internalTxs) }) };
}

async function tracePartly(deps: TraceDeps, ref: IndexedBlock): Promise<Traced | undefined> {
  const { chain, raw, stored, traces } = deps;
  const whole = await raw.get(chain.chainId, ref);
  const part = await unlessNodeFails(traces.partly(whole.block));
  if (!part) return undefined;
  await deps.skipped(ref, part.untraced);
  // Deletes derive from the stored list.
  const internalTxs = await stored.put(chain.chainId, ref, part.internalTxs);
  return { ref, ...(internalTxs.length === 0 ? {} : { block: tracedBlock(whole, internalTxs) }) };
}

export const unlessNodeFails = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error;
    return undefined;
  });

/** Row keys do not depend on the cumulative count. */
export const tracedBlock = (raw: RawBlock, internalTxs: readonly InternalTransaction[]): TracedBlock => ({
  derived: derive(raw, 0),
  internalTxs,
});

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
