import type { Progress } from '../domain/operation';

export interface SourceRow {
  /** Sorts in export order. Must be the same in every run. */
  readonly sort: string;
  /** Since 1970 (UTC). */
  readonly day: number;
  /** The position at which a later run resumes reading the chain. */
  readonly chainId: string;
  readonly block: number;
}

export interface RowSource<R extends SourceRow = SourceRow> {
  readonly columns: readonly string[];
  begin(): Promise<Pick<Progress, 'from' | 'begins'>>;
  /** All rows after `progress`, ordered by time, then chain, block and position. */
  rows(progress: Progress): AsyncIterable<R>;
  cells(rows: readonly R[]): Promise<readonly (readonly string[])[]>;
}
