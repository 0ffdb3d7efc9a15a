import type { Position } from '../../../chain/domain/cursor';
import type { AtHead, InHistory } from '../../../chain/kind';
import type { Item } from '../../../core/table/item';
import type { Write } from '../../../core/table/table';
import type { DerivedBlock } from '../../domain/derive';

/** The writes to rows that blocks share with others. */
interface Applied {
  readonly writes: readonly Write[];
  /** Queues work for others: after all rows, before the cursor moves. A crash before it repeats the blocks. */
  readonly announce?: () => Promise<void>;
}

/**
 * One kind of data that EVM blocks write, and how it is undone. A block's rows are the rows of all projections:
 * indexing, backfill and rollback iterate over the one list in `projections.ts`.
 */
export interface Projection {
  /**
   * Rows that belong only to this block, under keys that are the same on each repeat: a rollback deletes exactly these.
   */
  facts?(block: DerivedBlock): readonly Item[];
  /**
   * Rows that many blocks share. At the head it is called before any row is written, so that all writes go into the
   * same batches; in history after the facts are written, and conditional writes are its own business there.
   */
  summarize?(blocks: readonly DerivedBlock[], on: AtHead | InHistory): Promise<Applied>;
  /**
   * In history: reads what takes long, while the blocks before are still written. Returns what writes it, once they are
   * whole.
   */
  readAhead?(blocks: readonly DerivedBlock[], on: InHistory): Promise<() => Promise<void>>;
  /** Starts to undo blocks above `ancestor`, before any row is deleted. */
  revert?(ancestor: number, at: AtHead): ProjectionReversal | Promise<ProjectionReversal>;
  /** Work that can wait, a little at a time: see `BlockIndexer`. */
  idle?(at: AtHead): Promise<void>;
}

/** The facts of a block, of all projections. */
export const getFacts = (projections: readonly Projection[], block: DerivedBlock): Item[] =>
  projections.flatMap((projection) => projection.facts?.(block) ?? []);

/** What a projection does in a rollback. */
export interface ProjectionReversal {
  /** Called for each orphan, head first, when its facts are deleted: notes what it touched. */
  facts(orphan: DerivedBlock): void | Promise<void>;
  /** Called once all facts are deleted: corrects the shared rows, as of the block below. */
  summaries(below: Position): Promise<void>;
}
