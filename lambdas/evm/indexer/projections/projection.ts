import type { Position } from '../../../chain/domain/cursor';
import type { AtHead, InHistory } from '../../../chain/kind';
import type { Item } from '../../../core/table/item';
import type { Write } from '../../../core/table/table';
import type { DerivedBlock } from '../../domain/derive';

/** Writes to rows shared between blocks. */
interface Applied {
  readonly writes: readonly Write[];
  /**
   * Queues work for other functions. Runs after all rows are written and before the cursor moves; a crash repeats it.
   */
  readonly announce?: () => Promise<void>;
}

/**
 * One kind of data derived from EVM blocks, with its rollback. Indexing, backfill and rollback all iterate over the
 * list in `projections.ts`.
 */
export interface Projection {
  /**
   * Rows that belong to this block alone. Keys must be deterministic: a rollback deletes exactly these.
   */
  facts?(block: DerivedBlock): readonly Item[];
  /**
   * Rows shared by many blocks. At the head it is called before any row is written, so that all writes share batches.
   * In history it is called after the facts are written, and must do any conditional writes itself.
   */
  summarize?(blocks: readonly DerivedBlock[], on: AtHead | InHistory): Promise<Applied>;
  /**
   * History only: starts slow reads while earlier blocks are still being written. The returned function writes the
   * results, and is called once the blocks' facts are written.
   */
  readAhead?(blocks: readonly DerivedBlock[], on: InHistory): Promise<() => Promise<void>>;
  /** Starts the rollback of blocks above `ancestor`. Called before any row is deleted. */
  revert?(ancestor: number, at: AtHead): ProjectionReversal | Promise<ProjectionReversal>;
  /** Deferred work in small portions: see `BlockIndexer`. */
  idle?(at: AtHead): Promise<void>;
}

export const getFacts = (projections: readonly Projection[], block: DerivedBlock): Item[] =>
  projections.flatMap((projection) => projection.facts?.(block) ?? []);

export interface ProjectionReversal {
  /** Called for each orphan, head first, after its facts are deleted: records the shared rows that it touched. */
  facts(orphan: DerivedBlock): void | Promise<void>;
  /** Called once all facts are deleted: corrects the shared rows as of block `below`. */
  summaries(below: Position): Promise<void>;
}
