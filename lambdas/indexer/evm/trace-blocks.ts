import type { FrameRows, IndexedBlock } from '../../adapters/dynamo/evm/frame-rows';
import type { Lane } from '../../adapters/dynamo/evm/trace-lane';
import type { RawBlocks } from '../../adapters/evm/raw-blocks';
import type { StoredTraces } from '../../adapters/evm/stored-traces';
import type { Traces } from '../../adapters/evm/traces';
import { NodeRefused } from '../../adapters/node/errors';
import type { Chain } from '../../contract/config';
import type { BlockRef } from '../../domain/chain/block';
import { type Cursor, visibleBlock } from '../../domain/chain/cursor';
import { type AddressRow, derive } from '../../domain/evm/derive';
import type { Frame } from '../../domain/evm/frames';
import type { RawBlock } from '../../domain/evm/rpc';
import { internalAddresses, type TracedBlock } from '../../table/evm/frame-rows';

/** Everything that tracing one chain needs. */
export interface TraceWorkshop {
  readonly chain: Pick<Chain, 'chainId' | 'finalityDepth'>;
  /** The head's cursor as it stands now. */
  readonly head: () => Promise<Cursor>;
  readonly lane: Lane;
  readonly rows: FrameRows;
  readonly raw: Pick<RawBlocks, 'get'>;
  readonly stored: StoredTraces;
  readonly traces: Traces;
  /** Tells of blocks whose frames are in the bucket, where someone waits for them. */
  readonly tell: (blocks: readonly BlockRef[], epoch: number) => Promise<void>;
  /** Called with a block that is left without internal transactions, since its node cannot trace it any more. */
  readonly skipped: (block: IndexedBlock) => void;
}

/** Blocks that are traced at once, and written under one move of the lane: traces of a large block take tens of MB. */
const BATCH = 4;

/**
 * One step of the lane, in an order that survives a crash and a rollback of the head anywhere: frames into the bucket,
 * `pending`, rows, and the lane last. Throws NodeError where the node does not trace the next block now.
 */
export async function traceBlocks(workshop: TraceWorkshop): Promise<'idle' | 'advanced' | 'off'> {
  const { lane, rows } = workshop;
  const cursor = await workshop.head();
  if (cursor.epoch !== lane.state.epoch) {
    await lane.refresh();
    rows.forget();
  }
  const { pending } = lane.state;
  // The rollback may have deleted before these were written: they go whatever became of their blocks, and come again.
  if (pending && pending.epoch !== cursor.epoch) await unwrite(workshop, pending.blocks);
  const from = lane.state.number + 1;
  const blocks = await rows.blocks(from, Math.min(visibleBlock(cursor), from + BATCH - 1));
  const traced = await traceEach(workshop, blocks, cursor);
  if (traced === 'off') {
    await lane.off();
    return 'off';
  }
  const last = traced.at(-1)?.ref;
  if (!last) return 'idle';
  const moved = traced.flatMap(({ block }) => (block ? [block] : []));
  if (moved.length > 0) {
    const refs = traced.map(({ ref }) => ref);
    if (!(await lane.begin(refs, cursor.epoch))) return 'advanced';
    await rows.write(moved);
  }
  await workshop.tell(
    traced.flatMap(({ ref, isTold }) => (isTold ? [ref] : [])),
    cursor.epoch,
  );
  await lane.commit(last, cursor.epoch);
  return 'advanced';
}

/** A block of the lane; without `block` there is nothing to write of it. */
interface Traced {
  readonly ref: IndexedBlock;
  readonly block?: TracedBlock;
  /** Its frames are in the bucket, be it none. */
  readonly isTold?: true;
}

/** As many of the blocks as can be traced now, in order. Throws where not even the first can. */
async function traceEach(
  workshop: TraceWorkshop,
  blocks: readonly IndexedBlock[],
  cursor: Cursor,
): Promise<Traced[] | 'off'> {
  const asked = await Promise.allSettled(blocks.map((block) => traceOne(workshop, block, cursor)));
  const traced: Traced[] = [];
  for (const one of asked) {
    if (one.status === 'fulfilled' && one.value !== 'off') traced.push(one.value);
    else if (traced.length > 0) return traced;
    else if (one.status === 'rejected') throw one.reason;
    else return 'off';
  }
  return traced;
}

async function traceOne(
  { chain, raw, stored, traces, skipped }: TraceWorkshop,
  ref: IndexedBlock,
  { head }: Cursor,
): Promise<Traced | 'off'> {
  if (ref.txCount === 0) return { ref };
  const whole = await raw.get(chain.chainId, ref);
  let frames = await traces.frames(whole.block).catch(async (error: unknown) => {
    if (!(error instanceof NodeRefused)) throw error;
    const found = await stored.find(chain.chainId, ref);
    // The state of a young block is there on any node: it is asked again. That of an old one will not come back.
    if (!found && ref.number > head - chain.finalityDepth) throw error;
    return found;
  });
  if (frames === 'unsupported') return 'off';
  if (!frames) {
    skipped(ref);
    return { ref };
  }
  frames = [...(await stored.put(chain.chainId, ref, frames))];
  return { ref, isTold: true, ...(frames.length === 0 ? {} : { block: tracedBlock(whole, frames) }) };
}

/** Keys of rows do not depend on the running count, so any will do. */
export const tracedBlock = (raw: RawBlock, frames: readonly Frame[]): TracedBlock => ({
  derived: derive(raw, 0),
  frames,
});

/** Deletes what may have been written of blocks that were never committed. */
async function unwrite({ chain, lane, rows, raw, stored }: TraceWorkshop, blocks: readonly BlockRef[]): Promise<void> {
  const touched: AddressRow[] = [];
  for (const ref of blocks.toReversed()) {
    const frames = await stored.find(chain.chainId, ref);
    if (!frames) continue;
    await lane.renew();
    await rows.remove(tracedBlock(await raw.get(chain.chainId, ref), frames));
    touched.push(...internalAddresses(frames));
  }
  await rows.correctMarkers(touched, (blocks[0]?.number ?? 0) - 1);
  await lane.clear();
}
