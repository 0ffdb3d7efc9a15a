import type { Position } from '../../../chain/domain/cursor';
import type { AtHead, InHistory } from '../../../chain/kind';
import type { Item } from '../../../core/table/item';
import type { Write } from '../../../core/table/table';
import type { DerivedBlock } from '../../domain/derive';

interface Applied {
  readonly writes: readonly Write[];
  /** Runs after all rows are written, before the cursor moves; a crash repeats it. */
  readonly announce?: () => Promise<void>;
}

/** One kind of data derived from blocks, with its rollback. Listed in `projections.ts`. */
export interface Projection {
  /** Rows of this block alone. Keys must be deterministic: a rollback deletes exactly these. */
  facts?(block: DerivedBlock): readonly Item[];
  // Rows shared by many blocks. At the head, called before any row is written, to share batches. In
  // history, called after the facts, and must do any conditional writes itself.
  summarize?(blocks: readonly DerivedBlock[], on: AtHead | InHistory): Promise<Applied>;
  /** History only: starts slow reads early. The returned function runs after the facts' write. */
  readAhead?(blocks: readonly DerivedBlock[], on: InHistory): Promise<() => Promise<void>>;
  /** Called before any row is deleted. */
  revert?(ancestor: number, at: AtHead): ProjectionReversal | Promise<ProjectionReversal>;
  /** Deferred work in small portions: see `BlockIndexer`. */
  idle?(at: AtHead): Promise<void>;
}

export const getFacts = (projections: readonly Projection[], block: DerivedBlock): Item[] =>
  projections.flatMap((projection) => projection.facts?.(block) ?? []);

export interface ProjectionReversal {
  /** Called for each orphan, head first, after its facts are deleted. */
  facts(orphan: DerivedBlock): void | Promise<void>;
  /** Called once all facts are deleted: corrects shared rows as of block `below`. */
  summaries(below: Position): Promise<void>;
}
