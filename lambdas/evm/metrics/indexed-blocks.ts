import type { BlockRef } from '../../chain/domain/block';
import { SLICE_BLOCKS } from '../../chain/domain/history-plan';
import { DamagedHistory } from '../../chain/rederive/damaged-history';
import type { Chain } from '../../core/contract/config';
import { BoundedCache } from '../../core/domain/bounded-cache';
import { inParallel } from '../../core/runtime/concurrency';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import { type BlockRow, type DerivedBlock, derive } from '../domain/derive';
import { getDeployments, type InternalTransaction } from '../domain/internal-transactions';
import type { RawBlock } from '../domain/rpc';
import type { RawSlices } from '../node/raw-slices';
import type { StoredTraces } from '../node/stored-traces';
import { readBlocks } from '../rows/block-reader';
import { transactionReader } from '../rows/transaction-readers';
import { createTeleporterEvents } from '../teleporter/events-in-logs';
import { type BlockMetrics, rowMetrics, toBlockMetrics, withInternalCreations } from './domain/block-metrics';

const MAX_SEEN_BLOCKS = 2_000;
const MAX_PARALLEL_READS = 16;
const MAX_READ_TRANSACTIONS = 2_000;
/** Larger blocks are read from the bucket again, to bound memory. */
const MAX_SEEN_BYTES = 4_000;

/** Blocks that the follower has just indexed and traced, so that they are not read again. */
export function createSeenBlocks(chain: Parameters<typeof createTeleporterEvents>[0]) {
  const seen = new BoundedCache<string, BlockMetrics>(MAX_SEEN_BLOCKS);
  const traced = new BoundedCache<string, readonly string[]>(MAX_SEEN_BLOCKS);
  const read = createTeleporterEvents(chain);
  return {
    add(blocks: readonly DerivedBlock[]): void {
      for (const block of blocks) {
        if (block.transactions.length === 0) continue;
        const metrics = toBlockMetrics(block, read(block.raw).events);
        if (metrics.addresses.length <= MAX_SEEN_BYTES) seen.set(metrics.hash, metrics);
      }
    },
    addTraced: ({ hash }: BlockRef, internalTxs: readonly InternalTransaction[]): void =>
      traced.set(hash, getDeployers(internalTxs)),
    get: (hash: string): BlockMetrics | undefined => seen.get(hash),
    getDeployers: (hash: string): readonly string[] | undefined => traced.get(hash),
  };
}
const getDeployers = (internalTxs: readonly InternalTransaction[]): string[] =>
  getDeployments(internalTxs).map(({ deployerContract }) => deployerContract);

type SeenBlocks = ReturnType<typeof createSeenBlocks>;

export type CountedChain = Pick<Chain, 'chainId' | 'network' | 'teleporterMessengers' | 'traces' | 'historyTraces'>;

export interface IndexedBlocksDeps {
  readonly chain: CountedChain;
  readonly table: Table;
  readonly raw: Pick<RawSlices, 'blocks'>;
  readonly traces: Pick<StoredTraces, 'find'>;
  readonly seen?: SeenBlocks;
  /** Take internal transactions from the rows, which may have more of them than the bucket. */
  readonly fromRows?: true;
}

type Row = Omit<BlockRow, 'cumulative'>;

/** As many blocks as have together so many transactions, but at least one. */
export function firstTransactions<T extends { readonly txCount: number }>(
  blocks: readonly T[],
  most: number,
): readonly T[] {
  let left = most;
  const end = blocks.findIndex(({ txCount }) => {
    left -= txCount;
    return left < 0;
  });
  return end < 0 ? blocks : blocks.slice(0, Math.max(1, end));
}

/** Canonical blocks as rows and the bucket have them. */
export function createIndexedBlocks({ chain, table, raw, traces, seen, fromRows }: IndexedBlocksDeps) {
  const events = createTeleporterEvents(chain);
  const history = new BoundedCache<string, BlockMetrics>(2 * SLICE_BLOCKS);

  const rows = (from: number, to: number): Promise<Row[]> => readBlocks(table, chain.chainId, { from, to });

  const toMetrics = (block: RawBlock): BlockMetrics => toBlockMetrics(derive(block, 0), events(block).events);

  /** undefined if they cannot be read: they then count without their addresses and prices. */
  const readRaws = async (blocks: readonly Row[], ownFrom: number): Promise<RawBlock[] | undefined> => {
    try {
      return await raw.blocks(blocks, ownFrom);
    } catch (error) {
      if (!(error instanceof DamagedHistory)) throw error;
      const reason = error.message;
      log.warn('blocks counted without addresses', { chainId: chain.chainId, from: blocks[0]?.number, reason });
      return undefined;
    }
  };
  const readAll = async (blocks: readonly Row[], ownFrom: number): Promise<BlockMetrics[]> =>
    (await readRaws(blocks, ownFrom))?.map(toMetrics) ?? blocks.map(rowMetrics);

  /** With internal creations, from the rows: traces of history are not in the bucket. */
  const readSlice = async (blocks: readonly Row[], ownFrom: number): Promise<BlockMetrics[]> => {
    if (!(fromRows ? chain.traces : chain.historyTraces)) return readAll(blocks, ownFrom);
    const raws = await readRaws(blocks, ownFrom);
    if (!raws) return blocks.map(rowMetrics);
    const hashes = raws.flatMap(({ block }) => block.transactions.map(({ hash }) => hash));
    const internals = await transactionReader(table).internalTxs(chain.chainId, hashes);
    return raws.map((one) => {
      const own = one.block.transactions.flatMap(({ hash }) => internals.get(hash) ?? []);
      const canonical = own.filter(({ block }) => block === one.block.hash);
      return withInternalCreations(
        toMetrics(one),
        canonical.flatMap(({ internalTxs }) => getDeployers(internalTxs)),
      );
    });
  };

  /** Several blocks of history share an object, found by the first one. */
  const readHundred = async (number: number, ownFrom: number): Promise<void> => {
    const first = number - (number % SLICE_BLOCKS);
    const blocks = await rows(first, Math.min(first + SLICE_BLOCKS, ownFrom) - 1);
    for (const one of await readSlice(blocks, ownFrom)) history.set(one.hash, one);
  };

  const readOwn = async (blocks: readonly Row[], ownFrom: number): Promise<BlockMetrics[]> => {
    try {
      return (await raw.blocks(blocks, ownFrom)).map(toMetrics);
    } catch (error) {
      if (!(error instanceof DamagedHistory)) throw error;
      return (await Promise.all(blocks.map((block) => readAll([block], ownFrom)))).flat();
    }
  };

  const readActive = async (blocks: readonly Row[], ownFrom: number): Promise<BlockMetrics[]> => {
    const own = blocks.filter(({ number, hash }) => number >= ownFrom && !seen?.get(hash));
    const read = new Map((await (fromRows ? readSlice : readOwn)(own, ownFrom)).map((one) => [one.hash, one]));
    const all: BlockMetrics[] = [];
    for (const row of blocks) {
      if (row.number < ownFrom && !history.has(row.hash)) await readHundred(row.number, ownFrom);
      all.push(read.get(row.hash) ?? seen?.get(row.hash) ?? history.get(row.hash) ?? rowMetrics(row));
    }
    return all;
  };

  /** By block hash. Blocks that are not traced have none. */
  const deployersIn = async (blocks: readonly Row[], ownFrom: number): Promise<Map<string, readonly string[]>> => {
    const found = new Map<string, readonly string[]>();
    if (!chain.traces || fromRows) return found;
    const own = blocks.filter(({ number }) => number >= ownFrom);
    await inParallel(own, MAX_PARALLEL_READS, async (block) => {
      const known = seen?.getDeployers(block.hash);
      found.set(block.hash, known ?? getDeployers((await traces.find(chain.chainId, block)) ?? []));
    });
    return found;
  };

  return {
    /** Without heights that have no block. */
    rows,
    /** Of `blocks`, in their order. `ownFrom`: blocks from this one on have an object each. */
    async metrics(blocks: readonly Row[], ownFrom: number): Promise<BlockMetrics[]> {
      const active: readonly Row[] = blocks.filter(({ txCount }) => txCount > 0);
      const found = new Map<string, BlockMetrics>();
      // Whole blocks are in memory only a few at a time.
      for (let rest = active; rest.length > 0; ) {
        const batch = firstTransactions(rest, MAX_READ_TRANSACTIONS);
        const [metrics, deployers] = await Promise.all([readActive(batch, ownFrom), deployersIn(batch, ownFrom)]);
        for (const one of metrics) found.set(one.hash, withInternalCreations(one, deployers.get(one.hash) ?? []));
        rest = rest.slice(batch.length);
      }
      return blocks.map((row) => found.get(row.hash) ?? rowMetrics(row));
    },
  };
}
export type IndexedBlocks = ReturnType<typeof createIndexedBlocks>;
