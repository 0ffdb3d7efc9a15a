import type { Chain, RuntimeConfig } from '../core/contract/config';
import type { Table, Write } from '../core/table/table';
import type { BlockHeader, BlockRef } from './domain/block';
import type { Cursor, Position } from './domain/cursor';
import type { BatchSize, SharedMemory } from './follower/batch-size';
import type { Bus } from './follower/bus';

/*
 * The seam between following a chain and its kind. Everything in this folder is written against these interfaces and
 * knows a block only by number, hash, parent hash and time. Each kind of chain implements them in its own folder.
 */

export type ChainSettings = Pick<
  Chain,
  'chainId' | 'network' | 'startBlock' | 'finalityDepth' | 'follower' | 'pollIntervalMs'
> &
  Partial<Pick<Chain, 'backfillWorkers'>>;

/** The fields of a block that are counted and published on the bus. */
export interface BlockSummary extends BlockHeader {
  readonly transactions: number;
}

/** One node. Every method throws a NodeError if the node does not return the required data. */
export interface BlockSource<Raw> {
  /** Size of requests to this node, adapted to its answers. */
  readonly batch: BatchSize;
  /** Throws NodeDown if the node serves another chain. */
  checkIdentity(): Promise<void>;
  head(): Promise<BlockHeader>;
  /**
   * Whole blocks, ascending, inclusive on both ends. Heights proven to have no block are left out. Up to block `final`
   * no reorg is expected. Throws NodeDown with failure `too big` if a smaller range may work.
   */
  blocks(from: number, to: number, final: number): Promise<Raw[]>;
  /** The node's hashes at these heights, none above its head; empty where its branch has no block. */
  hashes(numbers: readonly number[]): Promise<string[]>;
}

/** Raw blocks of one chain in the bucket. Recovery and rollback read these, never the node. */
export interface RawStore<Raw> {
  get(block: BlockRef): Promise<Raw>;
  /** Stores a block and returns the stored version: the first one written stays. */
  put(raw: Raw, signal: AbortSignal): Promise<Raw>;
  /** The object key of a block, for consumers of the bus; absent if blocks are not stored. */
  toKey?(block: BlockRef): string;
  /** Stores contiguous final blocks as one object. */
  putSlice(raws: readonly Raw[]): Promise<void>;
}

interface Writing {
  /**
   * Puts and deletes rows, in no particular order. At the head only while the lease is held; in history at the
   * backfill's pace.
   */
  write(writes: readonly Write[]): Promise<void>;
  /** For any other write: aborts before the lease expires. Get a new one for each write. */
  signal(): AbortSignal;
}
export interface AtHead extends Writing {
  readonly mode: 'head';
  /** The cursor after its last change. */
  readonly cursor: Cursor;
}
/** Writes final blocks below the follower's start, in parallel with the follower and possibly with other ranges. */
export interface InHistory extends Writing {
  readonly mode: 'history';
  /** Transactions of this range of history before its first block in this call. */
  readonly cumulative: number;
  /** The node's head when the blocks were fetched. */
  readonly head: BlockHeader;
  /** No reorg is expected up to this block. */
  readonly final: number;
  /** The follower's current cursor; undefined before the first one. */
  cursor(): Promise<Cursor | undefined>;
  /**
   * Resolves once all earlier blocks are completely written. Await it before writing anything that blocks share; rows
   * of single blocks need not wait.
   */
  turn(): Promise<void>;
  readonly unchecked: Unchecked;
}

/**
 * Rows written without a condition, which must be re-read afterwards: they may have overwritten newer ones of the
 * follower.
 */
interface Unchecked {
  /** A worker that died may have left unchecked rows as of this block or later; undefined if none has. */
  readonly since?: number | undefined;
  /**
   * Called before each such write, with the block that the rows are as of. Throws TakenOver if another worker took the
   * job.
   */
  note(block: number): Promise<void>;
}

/** Writes and reverts the rows of one kind of chain. One per session, so it may cache its own writes. */
export interface BlockIndexer<Raw> {
  /**
   * `sequential`: block n needs the state after block n - 1, so the chain is followed from its first block and cannot
   * be backfilled. Either way, blocks are fetched ahead and applied in order.
   */
  readonly order: 'any' | 'sequential';
  /**
   * The first block to index when the configuration sets none. By default the chain's length decides.
   * Called without the lease, possibly concurrently; must be deterministic.
   */
  firstBlock?(): Promise<number>;
  summary(raw: Raw): BlockSummary;
  /**
   * The cost of backfilling a block: bytes of JSON, rows in memory at once, maximum write units, and node calls by
   * purpose.
   */
  cost(raw: Raw): {
    readonly bytes: number;
    readonly rows: number;
    readonly writeUnits: number;
    readonly nodeCalls: Readonly<Record<string, number>>;
  };
  /**
   * Adds the data that must be read from the node beside the blocks, before they are stored. Leaves out unanswered
   * parts.
   */
  prepare(blocks: readonly Raw[], head: number): Promise<Raw[]>;
  /**
   * Writes the rows of contiguous blocks, then queues follow-up work. Must be idempotent, as it is repeated after a
   * crash.
   */
  apply(blocks: readonly Raw[], on: AtHead | InHistory): Promise<void>;
  /** Starts to revert the blocks above `ancestor`. Absent if the chain never reorganises. */
  revert?(ancestor: number, at: AtHead): Promise<Reversal<Raw>>;
  /**
   * Deferrable work, never concurrent with `apply`. Called at every poll without a new block, and between blocks at
   * most every 30 s while they keep coming. The head waits for it: do a few seconds' worth and leave the rest to the
   * next call.
   */
  idle?(at: AtHead): Promise<void>;
  /** Our newest blocks from `to` down, highest first. */
  hashesDown(to: number, count: number): Promise<BlockRef[]>;
  /** The cursor's position at one of our blocks; undefined if we have no block there. */
  positionAt(number: number): Promise<Position | undefined>;
}

/** A rollback in two phases: first the rows of the orphans alone, then those shared with other blocks. */
interface Reversal<Raw> {
  /** Deletes the rows of orphans, passed highest first and a few at a time. */
  facts(orphans: readonly Raw[]): Promise<void>;
  /**
   * Called once the rows of all orphans are deleted: corrects the shared rows that they touched, as of the block below.
   */
  summaries(below: Position): Promise<void>;
}

/** Clients of a follower: some shared by the process, some per chain. */
export interface FollowerClients {
  readonly memory: SharedMemory;
  readonly group: string;
  /** One table client per chain, as its counters are per chain. */
  readonly table: Table;
  readonly bus: Bus;
  /** Whether a chain's blocks are published again once later data, such as traces, is indexed. */
  readonly announcesTraces: (chainId: string) => Promise<boolean>;
}

export interface FollowUntil {
  /** The follower must end now. */
  outOfTime(): boolean;
  /** The follower should end if another one waits for the lease. */
  turnIsOver(): boolean;
}

export interface ChainFollower {
  follow(until: FollowUntil): Promise<void>;
  close(): Promise<void>;
}

/**
 * A kind of chain: one entry of `chain-kinds.ts`, and no other code distinguishes kinds. Its declarations are a
 * `ChainKindSpec`.
 */
export interface ChainKind {
  /** Creates the follower of a chain; undefined if the configuration has no chain of this kind with that id. */
  createFollower(chainId: string, config: RuntimeConfig, clients: FollowerClients): Promise<ChainFollower> | undefined;
}

export interface ChainReport {
  readonly name: string;
  readonly report: { readonly status: 'up' | 'down' };
  /** Lag of its index, seconds; 0 without an index. */
  readonly behind: number;
}

/** The health check of a kind of chain. `Deps`: the readers that it needs. */
export interface ChainKindHealth<Deps> {
  cursorNames(deps: Deps): string[];
  /** Reports of its configured chains. `cursors`: those of all kinds of chains, by name. */
  reports(deps: Deps, cursors: ReadonlyMap<string, Cursor>): Promise<ChainReport[]>;
  /**
   * The indicator's name of a chain; undefined if this kind has no chain with that id. Throws an `ApiError` if it is
   * not indexed.
   */
  indicator(deps: Deps, chainId: string): string | undefined;
}
