import type { Write } from '../../adapters/dynamo/table';
import type { Chain } from '../../contract/config';
import type { BlockHeader, BlockRef } from '../../domain/chain/block';
import type { Cursor, Position } from '../../domain/chain/cursor';

/*
 * The seam between following a chain and its kind. Everything in this folder is written against these interfaces and
 * knows blocks only as number, hash, parent hash and time; each kind of chain implements them in a folder of its own.
 */

/** What following a chain reads of its configuration. */
export type ChainSettings = Pick<
  Chain,
  'chainId' | 'network' | 'startBlock' | 'finalityDepth' | 'follower' | 'pollIntervalMs'
>;

/** A block as it is counted and told on the bus. */
export interface BlockSummary extends BlockHeader {
  readonly transactions: number;
}

/** One node. Every method throws a NodeError where the node does not show what it must. */
export interface BlockSource<Raw> {
  /** Throws NodeDown where the node is of another chain. */
  checkIdentity(): Promise<void>;
  /** The newest block that the node shows. */
  head(): Promise<BlockHeader>;
  /** Whole blocks, both ends included, ascending. Up to block `final` no reorg is expected any more. */
  blocks(from: number, to: number, final: number): Promise<Raw[]>;
  /** The hashes that the node has at these heights; undefined where it has no block. */
  hashes(numbers: readonly number[]): Promise<(string | undefined)[]>;
}

/** Raw blocks of one chain in the bucket: what a redo and a rollback work from, never from the node. */
export interface RawStore<Raw> {
  get(block: BlockRef): Promise<Raw>;
  /** The block as it stands in the bucket: what was put there first stays. */
  put(raw: Raw, signal: AbortSignal): Promise<Raw>;
  /** Contiguous final blocks as one object. */
  putSlice(raws: readonly Raw[]): Promise<void>;
}

/** How rows are written. */
interface Writing {
  /** Puts and deletes rows, in no order. At the head only while the lease holds, in history at the backfill's pace. */
  write(writes: readonly Write[]): Promise<void>;
  /** For a write made otherwise: aborts it in time. Ask anew for each. */
  signal(): AbortSignal;
}
/** Blocks are written at the head, under the follower's lease. */
export interface AtHead extends Writing {
  readonly mode: 'head';
  /** The cursor as of its last change. */
  readonly cursor: Cursor;
}
/** Final blocks are written behind the follower's first, beside the follower and perhaps beside each other. */
export interface InHistory extends Writing {
  readonly mode: 'history';
  /** Transactions up to the block before the first. */
  readonly cumulative: number;
  /** The node's head when the blocks were fetched. */
  readonly head: BlockHeader;
  /** No reorg is expected up to this block. */
  readonly final: number;
  /** The follower's cursor as it stands now; undefined before its first. */
  cursor(): Promise<Cursor | undefined>;
}

/** What blocks of one kind of chain write, and how it is taken back. One for each session: it may remember what it wrote. */
export interface BlockIndexer<Raw> {
  /**
   * `sequential`: block n needs the state after block n - 1, so that the chain is followed from its first block and no
   * range of it is backfilled. Blocks are fetched ahead and applied in order in either case.
   */
  readonly order: 'any' | 'sequential';
  summary(raw: Raw): BlockSummary;
  /** What it takes to write a block: rows held in memory at once, and write units at most. */
  cost(raw: Raw): { readonly rows: number; readonly writeUnits: number };
  /** Adds what must be read from the node beside the blocks, before they are stored. What the node does not say is left out. */
  prepare(blocks: readonly Raw[], head: number): Promise<Raw[]>;
  /** Writes the rows of contiguous blocks, then announces what others must do. Repeated after a crash, with the same effect. */
  apply(blocks: readonly Raw[], on: AtHead | InHistory): Promise<void>;
  /** Begins to take back blocks above `ancestor`. Absent where the chain never reorganises. */
  revert?(ancestor: number, at: AtHead): Promise<Reversal<Raw>>;
  /** Called while there is no new block: what is left to do then. */
  idle?(at: AtHead): Promise<void>;
  /** The newest of our blocks from `to` down, `to` first. */
  hashesDown(to: number, count: number): Promise<BlockRef[]>;
  /** Where the cursor stands on one of our blocks; undefined where there is none. */
  positionAt(number: number): Promise<Position | undefined>;
}

/** A rollback in two phases: first what belongs to the orphans alone, then what they share with other blocks. */
interface Reversal<Raw> {
  /** Deletes the rows of orphans, given head first and a few at a time. */
  facts(orphans: readonly Raw[]): Promise<void>;
  /** Every orphan's rows are gone: corrects the shared rows that they touched, as they stand at the block below. */
  summaries(below: Position): Promise<void>;
}
