import type { Chain, RuntimeConfig } from '../core/contract/config';
import type { Table, Write } from '../core/table/table';
import type { BlockHeader, BlockRef } from './domain/block';
import type { Cursor, Position } from './domain/cursor';
import type { BatchSize, SharedMemory } from './follower/batch-size';
import type { Bus } from './follower/bus';

// The seam between following a chain and its kind: this folder knows a block only by number, hash,
// parent hash and time. Each kind of chain implements these interfaces.

export type ChainSettings = Pick<
  Chain,
  'chainId' | 'network' | 'startBlock' | 'finalityDepth' | 'follower' | 'pollIntervalMs'
> &
  Partial<Pick<Chain, 'backfillWorkers'>>;

export interface BlockSummary extends BlockHeader {
  readonly transactions: number;
}

/** One node. Every method throws a NodeError if the node does not return the required data. */
export interface BlockSource<Raw> {
  readonly batch: BatchSize;
  /** Throws NodeDown if the node serves another chain. */
  checkIdentity(): Promise<void>;
  head(): Promise<BlockHeader>;
  /**
   * Ascending, without heights proven to have no block; final up to `final`. Throws NodeDown with
   * failure `too big` if a smaller range may work.
   */
  blocks(from: number, to: number, final: number): Promise<Raw[]>;
  /** None above the node's head; empty where its branch has no block. */
  hashes(numbers: readonly number[]): Promise<string[]>;
}

/** Raw blocks in the bucket. Recovery and rollback read these, never the node. */
export interface RawStore<Raw> {
  get(block: BlockRef): Promise<Raw>;
  /** Returns the stored version: the first one written stays. */
  put(raw: Raw, signal: AbortSignal): Promise<Raw>;
  /** The object key, for consumers of the bus; absent if blocks are not stored. */
  toKey?(block: BlockRef): string;
  putSlice(raws: readonly Raw[]): Promise<void>;
}

interface Writing {
  /** In no particular order. At the head under the lease; in history at the backfill's pace. */
  write(writes: readonly Write[]): Promise<void>;
  /** For any other write: aborts before the lease expires. Get a new one for each write. */
  signal(): AbortSignal;
}
export interface AtHead extends Writing {
  readonly mode: 'head';
  readonly cursor: Cursor;
}
/** Writes final blocks in parallel with the follower and possibly with other ranges. */
export interface InHistory extends Writing {
  readonly mode: 'history';
  /** Transactions of this range of history before its first block in this call. */
  readonly cumulative: number;
  readonly head: BlockHeader;
  readonly final: number;
  cursor(): Promise<Cursor | undefined>;
  /** Await it before writing rows that blocks share: all earlier blocks are then written. */
  turn(): Promise<void>;
  readonly unchecked: Unchecked;
}

/** Unconditional writes may overwrite newer rows of the follower: re-read them afterwards. */
interface Unchecked {
  /** A dead worker may have left unchecked rows as of this block or later. */
  readonly since?: number | undefined;
  /** Call before each such write, with the block of the rows. Throws TakenOver. */
  note(block: number): Promise<void>;
}

/** One per session, so it may cache its own writes. */
export interface BlockIndexer<Raw> {
  /** `sequential`: block n needs the state after n - 1, so the chain has no backfill. */
  readonly order: 'any' | 'sequential';
  /** Default: by length. Called without the lease, concurrently; must be deterministic. */
  firstBlock?(): Promise<number>;
  summary(raw: Raw): BlockSummary;
  /** Cost of a backfill: JSON bytes, rows in memory, maximum write units, node calls by purpose. */
  cost(raw: Raw): {
    readonly bytes: number;
    readonly rows: number;
    readonly writeUnits: number;
    readonly nodeCalls: Readonly<Record<string, number>>;
  };
  /** Adds the data read from the node beside the blocks. Leaves out unanswered parts. */
  prepare(blocks: readonly Raw[], head: number): Promise<Raw[]>;
  /** Rows of contiguous blocks, then follow-up work. Must be idempotent. */
  apply(blocks: readonly Raw[], on: AtHead | InHistory): Promise<void>;
  /** Absent if the chain never reorganises. */
  revert?(ancestor: number, at: AtHead): Promise<Reversal<Raw>>;
  /** Never concurrent with `apply`. The head waits for it: do a few seconds' worth per call. */
  idle?(at: AtHead): Promise<void>;
  /** From `to` down, highest first. */
  hashesDown(to: number, count: number): Promise<BlockRef[]>;
  positionAt(number: number): Promise<Position | undefined>;
}

/** First the rows of the orphans alone, then those shared with other blocks. */
interface Reversal<Raw> {
  /** Highest first, a few at a time. */
  facts(orphans: readonly Raw[]): Promise<void>;
  /** Corrects the shared rows that the orphans touched, as of the block below. */
  summaries(below: Position): Promise<void>;
}

export interface FollowerClients {
  readonly memory: SharedMemory;
  readonly group: string;
  /** One client per chain, as its counters are per chain. */
  readonly table: Table;
  /** The same, and its reads do not choose among the copies of rows. */
  readonly plain: Table;
  readonly bus: Bus;
  /** Whether blocks are published again once later data, such as traces, is indexed. */
  readonly announcesTraces: (chainId: string) => Promise<boolean>;
  /** Whether to publish validators that run out or end soon. */
  readonly announcesDue: (chainId: string) => Promise<boolean>;
}

export interface FollowUntil {
  outOfTime(): boolean;
  /** The follower should end if another one waits for the lease. */
  turnIsOver(): boolean;
}

export interface ChainFollower {
  follow(until: FollowUntil): Promise<void>;
  close(): Promise<void>;
}

/** One entry of `chain-kinds.ts`; no other code distinguishes kinds. */
export interface ChainKind {
  createFollower(chainId: string, config: RuntimeConfig, clients: FollowerClients): Promise<ChainFollower> | undefined;
}

export interface ChainReport {
  readonly name: string;
  readonly report: { readonly status: 'up' | 'down' };
  /** Seconds; 0 without an index. */
  readonly behind: number;
}

export interface ChainKindHealth<Deps> {
  cursorNames(deps: Deps): string[];
  /** `cursors`: of all kinds of chains, by name. */
  reports(deps: Deps, cursors: ReadonlyMap<string, Cursor>): Promise<ChainReport[]>;
  /** undefined for chains of other kinds. Throws an `ApiError` if the chain is not indexed. */
  indicator(deps: Deps, chainId: string): string | undefined;
}
