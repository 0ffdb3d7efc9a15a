import { createCursor, type FirstBlocks } from '../../adapters/dynamo/chain/new-cursor';
import type { Table } from '../../adapters/dynamo/table';
import type { BlockIndexer, BlockSource, ChainSettings } from './chain';

/** Chains with at most this many blocks are indexed from their first block unless configured otherwise. */
const SHORT_CHAIN_BLOCKS = 100_000;
/** A chain with more final blocks than this before its head is followed from there, and the rest is backfilled. */
const SHORT_HISTORY_BLOCKS = 2_000;
/** Blocks that the estimate samples, evenly spread. */
const SAMPLE_BLOCKS = 5;
/** Dollars a million write units, on demand in us-east-1. */
const USD_PER_MILLION_WRITE_UNITS = 0.625;

interface HistoryDeps<Raw> {
  readonly chain: ChainSettings;
  readonly table: Table;
  readonly source: BlockSource<Raw>;
  readonly indexer: Pick<BlockIndexer<Raw>, 'order' | 'cost'>;
  /** Unix ms. */
  readonly now: () => number;
}

/**
 * Creates the cursor of a chain that was never indexed, at the follower's first block. If the chain can be indexed in
 * any order, a long history before that becomes a backfill job; its estimated cost is logged.
 */
export async function createChain<Raw>(deps: HistoryDeps<Raw>): Promise<void> {
  const { chain, table, source, indexer, now } = deps;
  await source.checkIdentity();
  const first = await firstBlocks(deps);
  const { history } = first;
  if (!(await createCursor(table, chain.chainId, first, now())) || !history) return;
  const { from, to } = history;
  const writeUnits = await estimate(source, indexer, from, to).catch(() => undefined);
  console.info({
    chainId: chain.chainId,
    message: `backfill planned: blocks ${from} to ${to}, in parallel with the follower`,
    blocks: to - from + 1,
    ...(writeUnits === undefined
      ? {}
      : { writeUnits, dollars: Math.ceil((writeUnits * USD_PER_MILLION_WRITE_UNITS) / 10_000) / 100 }),
  });
}

async function firstBlocks<Raw>({ chain, source, indexer }: HistoryDeps<Raw>): Promise<FirstBlocks> {
  const head = await source.head();
  const short = head.number <= SHORT_CHAIN_BLOCKS || indexer.order === 'sequential';
  const start = chain.startBlock ?? (short ? 0 : head.number - chain.finalityDepth);
  const final = head.number - chain.finalityDepth;
  if (indexer.order === 'sequential' || final - start < SHORT_HISTORY_BLOCKS) return { start };
  return { start: final + 1, history: { from: start, to: final } };
}

/** Write units of a history, extrapolated from a few of its blocks. */
async function estimate<Raw>(
  source: BlockSource<Raw>,
  { cost }: Pick<BlockIndexer<Raw>, 'cost'>,
  from: number,
  to: number,
): Promise<number> {
  const step = (to - from) / (SAMPLE_BLOCKS - 1);
  const numbers = Array.from({ length: SAMPLE_BLOCKS }, (_, i) => Math.round(from + i * step));
  const raws = (await Promise.all(numbers.map((number) => source.blocks(number, number, to)))).flat();
  const units = raws.reduce((sum, raw) => sum + cost(raw).writeUnits, 0);
  return Math.round((units / raws.length) * (to - from + 1));
}
