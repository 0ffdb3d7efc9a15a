import type { BackfillJob } from '../../../chain/domain/backfill-job';
import { type BlockRange, without } from '../../../chain/domain/block-range';
import { type Cursor, isBehind, visibleBlock } from '../../../chain/domain/cursor';
import { indexedRanges } from '../../../chain/domain/indexed-ranges';
import { sleep } from '../../../core/runtime/clock';
import type { GapKind } from '../../../evm/domain/gap';
import type { TraceCursor } from '../../../evm/domain/trace-cursor';
import { tracedRanges } from '../../../evm/domain/traced-ranges';
import { MAX_BLOCK } from '../../contract/parameters';
import { refusal } from './answers';
import type { Context } from './context';

export interface Asked {
  readonly startblock?: number | undefined;
  readonly endblock?: number | undefined;
}

/** The data of a block that a list needs. */
export type Source = 'transactions' | 'receipts' | 'traces';
const GAPS: Readonly<Record<Source, readonly GapKind[]>> = {
  transactions: ['blocks'],
  receipts: ['blocks', 'receipts'],
  traces: ['blocks', 'traces'],
};

/** A block that the node has just produced is about to be indexed, and traced a moment later. */
const WAIT = { times: 20, ms: 100 };

/** `head`: the last indexed block. */
export type WholeRange = BlockRange & { readonly head: number };

/**
 * The blocks of a request, all of them indexed. An end above the node's head means the latest block. Refuses a range
 * with blocks that are not indexed, as a list that leaves some out looks complete.
 */
export async function wholeRange(context: Context, asked: Asked, source: Source): Promise<WholeRange> {
  const { cursor, latest } = await cursorAt(context, asked.endblock);
  const { deps, chain } = context;
  const head = visibleBlock(cursor);
  // Beyond the head, the latest block is meant.
  const isOpen = asked.endblock === undefined || asked.endblock > latest;
  const behind = isOpen ? isBehind(cursor) : (asked.endblock ?? 0) > head;
  if (head < 0) throw notYet(chain);
  const range = {
    from: asked.startblock === MAX_BLOCK ? head : (asked.startblock ?? 0),
    to: Math.min(asked.endblock ?? head, head),
  };
  const jobs = range.from < cursor.start ? await deps.Cursor.backfills(chain.chainId) : [];
  const traced = source === 'traces' ? await tracedUpTo(context, cursor, range.to) : undefined;
  const has = getRanges(cursor, jobs, traced);
  const missing = behind
    ? { from: head + 1, to: isOpen ? cursor.head : (asked.endblock ?? 0) }
    : without([range], has)[0];
  if (missing) throw notIndexed(missing, has, source);
  const at = [cursor.epoch, head, traced?.number, ...jobs.flatMap((job) => [job.next, job.tracedFrom])].join('#');
  const gap = await deps.Cursor.gapIn(chain.chainId, GAPS[source], range, at);
  if (gap !== undefined)
    throw refusal(
      `Error! The node could not serve block ${gap} completely. Set startblock and endblock to leave it out`,
    );
  return { ...range, head };
}

/** The indexed blocks up to the latest, without a hole. `isBehind`: the node is known to have later ones. */
export async function latestRange(context: Context): Promise<BlockRange & { readonly isBehind: boolean }> {
  const { deps, chain } = context;
  const { cursor } = await cursorAt(context, undefined);
  const jobs = cursor.start > 0 ? await deps.Cursor.backfills(chain.chainId) : [];
  const to = visibleBlock(cursor);
  const last = indexedRanges(cursor, jobs).at(-1);
  if (last?.to !== to) throw notYet(chain);
  return { from: last.from, to, isBehind: isBehind(cursor) };
}

/**
 * Waits for a block that the node has, but the index does not have yet. `latest`: the node's head, at least as the
 * follower knows it.
 */
async function cursorAt(
  { deps, chain }: Context,
  block: number | undefined,
): Promise<{ readonly cursor: Cursor; readonly latest: number }> {
  if (!chain.index)
    throw refusal(
      `Error! Chain ${chain.chainId} is not indexed: only balances and the modules proxy, logs, stats and gastracker answer`,
    );
  let cursor = await deps.Cursor.find(chain.chainId);
  const head = cursor?.head ?? -1;
  const latest =
    block !== undefined && block > head && block <= head + NEAR_BLOCKS ? await nodeHead({ deps, chain }, head) : head;
  const isWritten = (at: Cursor) => block === undefined || block > latest || block <= visibleBlock(at);
  for (let i = 0; i < WAIT.times && cursor && !isWritten(cursor) && !isBehind(cursor); i++) {
    if (i > 0) await sleep(WAIT.ms);
    cursor = await deps.Cursor.find(chain.chainId, true);
  }
  if (!cursor) throw notYet(chain);
  return { cursor, latest: Math.max(latest, cursor.head) };
}

/** A caller that has just read the node's head may ask for it before the follower does. */
const NEAR_BLOCKS = 1_000;
const HEAD_TIMEOUT_MS = 1_000;

/** Refuses if the node does not answer: whether it has the block is not known. */
async function nodeHead({ deps, chain }: Pick<Context, 'deps' | 'chain'>, known: number): Promise<number> {
  const head = await deps.node.call(chain.chainId, 'eth_blockNumber', [], HEAD_TIMEOUT_MS).catch(() => undefined);
  const number = head === undefined ? Number.NaN : Number(head);
  if (Number.isSafeInteger(number)) return Math.max(number, known);
  throw refusal(
    `Error! The node of chain ${chain.chainId} does not say whether endblock exists: set it to ${known} at most`,
  );
}

const notYet = ({ chainId }: Context['chain']) => refusal(`Error! No block of chain ${chainId} is indexed yet`);

async function tracedUpTo({ deps, chain }: Context, cursor: Cursor, block: number): Promise<TraceCursor> {
  const find = async (fresh: boolean) => (await deps.Cursor.traceCursors([chain.chainId], fresh)).get(chain.chainId);
  let traces = await find(false);
  const isTraced = () => traces !== undefined && traces.number >= block && traces.epoch >= cursor.epoch;
  for (let i = 0; i < WAIT.times && chain.traces && traces?.offAt === undefined && !isTraced(); i++) {
    if (i > 0) await sleep(WAIT.ms);
    traces = await find(true);
  }
  if (!traces || traces.offAt !== undefined) {
    const reason = chain.traces && traces?.offAt === undefined ? ' yet' : ': its node does not trace';
    throw refusal(`Error! Internal transactions of chain ${chain.chainId} are not indexed${reason}`);
  }
  return traces;
}

function getRanges(cursor: Cursor, jobs: readonly BackfillJob[], traces: TraceCursor | undefined): BlockRange[] {
  const indexed = indexedRanges(cursor, jobs);
  return traces ? without(indexed, without(indexed, tracedRanges(cursor, traces, jobs))) : indexed;
}

function notIndexed({ from, to }: BlockRange, has: readonly BlockRange[], source: Source) {
  const what = source === 'traces' ? 'Internal transactions of blocks' : 'Blocks';
  const ranges = has.map((range) => `${range.from} to ${range.to}`).join(', ');
  return refusal(
    `Error! ${what} ${from} to ${to} are not indexed. Indexed: ${ranges || 'none'}. Set startblock and endblock within these blocks`,
  );
}
