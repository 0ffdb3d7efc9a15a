import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import type { BlockRange } from '../domain/block-range';
import { newRanges } from '../domain/history-plan';
import type { BlockIndexer, BlockSource, ChainSettings } from '../kind';
import { createCursor } from '../rows/new-cursor';
import { estimateHistory } from './history-estimate';

/** A chain with at most this many blocks is indexed from its first block by default. */
const SHORT_CHAIN_BLOCKS = 100_000;
/** A longer history of final blocks is backfilled, and the follower starts above it. */
const SHORT_HISTORY_BLOCKS = 2_000;

interface HistoryDeps<Raw> {
  readonly chain: ChainSettings;
  readonly table: Table;
  readonly source: BlockSource<Raw>;
  readonly indexer: Pick<BlockIndexer<Raw>, 'order' | 'cost' | 'firstBlock'>;
  readonly now: () => number;
}

/** Logs the estimated cost of a new chain's backfill. Throws a NodeError. */
export async function createChain<Raw>(deps: HistoryDeps<Raw>): Promise<void> {
  const { chain, table, source, indexer, now } = deps;
  await source.checkIdentity();
  const first = await firstBlocks(deps);
  const { history } = first;
  const workers = chain.backfillWorkers ?? 1;
  const blocks = { start: first.start, history: history ? newRanges([], history, workers) : [], workers };
  if (!(await createCursor(table, chain.chainId, blocks, now())) || !history) return;
  const estimate = await estimateHistory(source, indexer, history).catch(() => undefined);
  log.info('backfill planned', { chainId: chain.chainId, from: history.from, to: history.to, ...estimate });
}

async function firstBlocks<Raw>({
  chain,
  source,
  indexer,
}: HistoryDeps<Raw>): Promise<{ readonly start: number; readonly history?: BlockRange }> {
  const head = await source.head();
  const short = head.number <= SHORT_CHAIN_BLOCKS || indexer.order === 'sequential';
  const start = chain.startBlock ?? (await indexer.firstBlock?.()) ?? (short ? 0 : head.number - chain.finalityDepth);
  const final = head.number - chain.finalityDepth;
  if (indexer.order === 'sequential' || final - start < SHORT_HISTORY_BLOCKS) return { start };
  return { start: final + 1, history: { from: start, to: final } };
}
