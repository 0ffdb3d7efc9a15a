import type { Progress } from '../domain/operation';

/** A row of an export, before its text is made. */
export interface SourceRow {
  /** Compares like the place of the row in the export; the same in every run. */
  readonly sort: string;
  /** Day since 1970 (UTC). */
  readonly day: number;
  /** Where a later run begins to read: rows of its chain up to this one are in the export. */
  readonly chainId: string;
  readonly block: number;
}

/** Where the rows of one export come from. */
export interface RowSource<R extends SourceRow = SourceRow> {
  /** The columns, in their order. */
  readonly columns: readonly string[];
  /** Before the first part: which block each chain is read from. */
  begin(): Promise<Pick<Progress, 'from' | 'begins'>>;
  /** All rows after `progress`, in their order: by time, then chain, block and position. */
  rows(progress: Progress): AsyncIterable<R>;
  /** The text of rows: a cell for each column. */
  cells(rows: readonly R[]): Promise<readonly (readonly string[])[]>;
}
