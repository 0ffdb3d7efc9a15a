import type { Table } from './table';

/** A table restored to an earlier moment, and the one that it will replace. */
export interface Restored {
  readonly replaced: Table;
  readonly restored: Table;
}
