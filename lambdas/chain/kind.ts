import type { Chain, RuntimeConfig } from '../core/contract/config';
import type { Table, Write } from '../core/table/table';
import type { BlockHeader, BlockRef } from './domain/block';
import type { Cursor, Position } from './domain/cursor';
import type { BatchSize, SharedMemory } from './follower/batch-size';
import type { Bus } from './follower/bus';

/*
 * The seam between following a chain and its kind. Everything in this folder is written against these interfaces and
 * knows blocks only as number, hash, parent hash and time; each kind of chain implements them in a folder of its own.
 */

/** What following a chain reads of its configuration. */
export type ChainSettings = Pick<
  Chain,
  'chainId' | 'network' | 'startBlock' | 'finalityDepth' | 'follower' | 'pollIntervalMs'
> &
  Partial<Pick<Chain, 'backfillWorkers'>>;

/** The fields of a block that are counted and published on the bus. */
export interface BlockSummary extends BlockHeader {
  readonly transactions: number;
}

/** One node. Every method throws a NodeError if the node does not return what it must. */
export interface BlockSource<Raw> {
  /** How much of this node is asked at once, as learned from what it answered. */
  readonly batch: BatchSize;
  /** Throws NodeDown if the node is of another chain. */
  checkIdentity(): Promise<void>;
  /** The newest block that the node reports. */
  head(): Promise<BlockHeader>;
  /**
   * Whole blocks, both ends included, ascending. A height that is proven to have none is left out. Up to block `final` no
   * reorg is expected any more. Throws NodeDown with the failure `too big` if fewer may work at once.
   */
  blocks(from: number, to: number, final: number): Promise<Raw[]>;
  /** The hashes that the node has at these heights, which are not above its head; empty where its branch has no block. */
  hashes(numbers: readonly number[]): Promise<string[]>;
}

/** Raw blocks of one chain in the bucket: recovery and rollback work from these, never from the node. */
export interface RawStore<Raw> {
  get(block: BlockRef): Promise<Raw>;
  /** The block as stored in the bucket: the first version stays. */
  put(raw: Raw, signal: AbortSignal): Promise<Raw>;
  /** The key of a block's object, for consumers of the bus; absent if blocks are not stored. */
  toKey?(block: BlockRef): string;
  /** Contiguous final blocks as one object. */
  putSlice(raws: readonly Raw[]): Promise<void>;
}

/** How rows are written. */
interface Writing {
  /** Puts and deletes rows, in no order. At the head only while the lease holds, in history at the backfill's pace. */
  write(writes: readonly Write[]): Promise<void>;
  /** For any other write: aborts it in time. Get a new one for each. */
  signal(): AbortSignal;
}
/** Blocks are written at the head, under the follower's lease. */
export interface AtHead extends Writing {
  readonly mode: 'head';
  /** The cursor as of its last change. */
  readonly cursor: Cursor;
}
/** Final blocks below the follower's first are written, in parallel with the follower and perhaps with each other. */
export interface InHistory extends Writing {
  readonly mode: 'history';
  /** Transactions of the range of history up to the block before the first. */
  readonly cumulative: number;
  /** The node's head when the blocks were fetched. */
  readonly head: BlockHeader;
  /** No reorg is expected up to this block. */
  readonly final: number;
  /** The follower's current cursor; undefined before there is one. */
  cursor(): Promise<Cursor | undefined>;
  /**
   * Resolves once the blocks before are written whole. Awaited before anything is written that blocks share; what belongs
   * to single blocks is written without waiting.
   */
  turn(): Promise<void>;
  readonly unchecked: Unchecked;
}

/** Rows that are written without a condition, and looked at again: whether a newer one of the follower's was overwritten. */
interface Unchecked {
  /** A worker that ended too early may have left such rows as of this block or later; undefined: none has. */
  readonly since?: number | undefined;
  /** Called before each such write, with the block that the rows are as of. Throws TakenOver if another worker has the job. */
  note(block: number): Promise<void>;
}

/**
 * What is written for blocks of one kind of chain, and how it is undone. One per session: it may cache what it wrote.
 */
export interface BlockIndexer<Raw> {
  /**
   * `sequential`: block n needs the state after block n - 1, so that the chain is followed from its first block and no
   * range of it is backfilled. Blocks are fetched ahead and applied in order in either case.
   */
  readonly order: 'any' | 'sequential';
  /**
   * The first block of a chain that was never indexed, if its configuration does not say. Absent where the length of the
   * chain decides. Asked of nobody's lease: several sessions may ask at once, and get the same.
   */
  firstBlock?(): Promise<number>;
  summary(raw: Raw): BlockSummary;
  /**
   * The cost of a block of history: bytes of JSON, rows held in memory at once, write units at most, and calls to the
   * node by what it is asked for.
   */
  cost(raw: Raw): {
    readonly bytes: number;
    readonly rows: number;
    readonly writeUnits: number;
    readonly nodeCalls: Readonly<Record<string, number>>;
  };
  /**
   * Adds what must be read from the node in addition to the blocks, before they are stored. What the node does not
   * answer is left out.
   */
  prepare(blocks: readonly Raw[], head: number): Promise<Raw[]>;
  /** Writes the rows of contiguous blocks, then queues follow-up work. Repeated after a crash, with the same effect. */
  apply(blocks: readonly Raw[], on: AtHead | InHistory): Promise<void>;
  /** Starts to undo blocks above `ancestor`. Absent if the chain never reorganises. */
  revert?(ancestor: number, at: AtHead): Promise<Reversal<Raw>>;
  /**
   * Work that can wait, never at the same time as `apply`: called at every poll without a new block, and also between
   * blocks while they keep coming, at most every 30 s. The head waits for it: it does a little at a time, within a few
   * seconds, and leaves the rest to the next call.
   */
  idle?(at: AtHead): Promise<void>;
  /** The newest of our blocks from `to` down, `to` first. */
  hashesDown(to: number, count: number): Promise<BlockRef[]>;
  /** The cursor's position at one of our blocks; undefined if there is none. */
  positionAt(number: number): Promise<Position | undefined>;
}

/**
 * A rollback in two phases: first the rows that belong only to the orphans, then those that they share with other
 * blocks.
 */
interface Reversal<Raw> {
  /** Deletes the rows of orphans, given head first and a few at a time. */
  facts(orphans: readonly Raw[]): Promise<void>;
  /** Called once every orphan's rows are deleted: corrects the shared rows that they touched, as of the block below. */
  summaries(below: Position): Promise<void>;
}

/** What followers of one process share, and what belongs to one chain. */
export interface FollowerClients {
  readonly memory: SharedMemory;
  /** The name of the group of chains, in metrics. */
  readonly group: string;
  /** One table for each chain: it counts what is written through it. */
  readonly table: Table;
  readonly bus: Bus;
  /** Whether a chain's blocks are announced once more when what is read after them, such as traces, is indexed. */
  readonly announcesTraces: (chainId: string) => Promise<boolean>;
}

/** When a follower ends. */
export interface FollowUntil {
  /** It must end now. */
  outOfTime(): boolean;
  /** It ends if another follower waits for the lease. */
  turnIsOver(): boolean;
}

/** The follower of one chain. */
export interface ChainFollower {
  /** Follows the chain until `until` says to end. */
  follow(until: FollowUntil): Promise<void>;
  /** Ends its connections. */
  close(): Promise<void>;
}

/**
 * A kind of chain. Each is one entry of `chain-kinds.ts`; nothing else asks which kind a chain is. Its declarations are a
 * `ChainKindSpec`.
 */
export interface ChainKind {
  /** The follower of a chain; undefined where the configuration has no chain of this kind by that name. */
  createFollower(chainId: string, config: RuntimeConfig, clients: FollowerClients): Promise<ChainFollower> | undefined;
}

/** What the health check says of one chain. */
export interface ChainReport {
  /** The name of its indicator. */
  readonly name: string;
  readonly report: { readonly status: 'up' | 'down' };
  /** How late its index is, seconds; 0 if it has none. */
  readonly behind: number;
}

/** The part of a kind of chain that the health check uses. `Deps`: what it reads the chains' state with. */
export interface ChainKindHealth<Deps> {
  /** The names of the cursors of its indexed chains. */
  cursorNames(deps: Deps): string[];
  /** The reports of its configured chains. `cursors`: those of all chains, by name. */
  reports(deps: Deps, cursors: ReadonlyMap<string, Cursor>): Promise<ChainReport[]>;
  /** The name of the indicator of a chain; undefined if it has no such chain. Throws an `ApiError` if it is not indexed. */
  indicator(deps: Deps, chainId: string): string | undefined;
}
