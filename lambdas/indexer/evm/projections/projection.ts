import type { Write } from '../../../adapters/dynamo/table';
import type { Position } from '../../../domain/chain/cursor';
import type { DerivedBlock } from '../../../domain/evm/derive';
import type { Item } from '../../../table/item';
import type { AtHead, InHistory } from '../../chain/chain';

/** What blocks add to rows that they share with others. */
interface Applied {
  readonly writes: readonly Write[];
  /** Sends what others must work on: after all rows, before the cursor moves. A crash before it repeats the blocks. */
  readonly announce?: () => Promise<void>;
}

/**
 * One thing that blocks of the EVM write, and how it is taken back. A block's rows are all its projections' rows:
 * indexing, backfill and rollback walk the one list in `projections.ts`.
 */
export interface Projection {
  /** Rows that belong to this block alone, under keys that a repeat makes again: a rollback deletes exactly these. */
  facts?(block: DerivedBlock): readonly Item[];
  /**
   * Rows that many blocks share. At the head it is called before any row is written, so that all of them go in the same
   * batches; in history once the facts are written, and what needs a condition there it writes itself.
   */
  summarize?(blocks: readonly DerivedBlock[], on: AtHead | InHistory): Promise<Applied>;
  /** Begins to take back blocks above `ancestor`, before any row goes. */
  revert?(ancestor: number, at: AtHead): ProjectionReversal | Promise<ProjectionReversal>;
  /** Called while there is no new block. */
  idle?(at: AtHead): Promise<void>;
}

/** What a projection does in a rollback. */
export interface ProjectionReversal {
  /** Called for each orphan, head first, when its facts are gone: notes what it touched. */
  facts(orphan: DerivedBlock): void | Promise<void>;
  /** Called once all facts are gone: corrects the shared rows, as they stand at the block below. */
  summaries(below: Position): Promise<void>;
}
