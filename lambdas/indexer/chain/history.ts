import { addJob } from '../../adapters/dynamo/chain/backfill-jobs';
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
 * The first block of the follower of a chain that was never indexed. If the chain can be indexed in any order, a long
 * history before that becomes a backfill job; its estimated cost is logged.
 */
export async function firstBlock<Raw>({ chain, table, source, indexer, now }: HistoryDeps<Raw>): Promise<number> {
  await source.checkIdentity();
  const head = await source.head();
  const short = head.number <= SHORT_CHAIN_BLOCKS || indexer.order === 'sequential';
  const start = chain.startBlock ?? (short ? 0 : head.number - chain.finalityDepth);
  const final = head.number - chain.finalityDepth;
  if (indexer.order === 'sequential' || final - start < SHORT_HISTORY_BLOCKS) return start;
  await addJob(table, chain.chainId, { from: start, to: final }, now());
  const writeUnits = await estimate(source, indexer, start, final).catch(() => undefined);
  console.info({
    chainId: chain.chainId,
    message: `backfill planned: blocks ${start} to ${final}, in parallel with the follower`,
    blocks: final - start + 1,
    ...(writeUnits === undefined
      ? {}
      : { writeUnits, dollars: Math.ceil((writeUnits * USD_PER_MILLION_WRITE_UNITS) / 10_000) / 100 }),
  });
  return final + 1;
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
