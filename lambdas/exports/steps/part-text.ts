import { gzipSync } from 'node:zlib';
import type { OperationRecord } from '../domain/operation';
import { toCsv } from '../sources/csv';
import type { RowSource, SourceRow } from '../sources/row-source';

/** Rows whose text is made together, with one read of their tokens. */
export const ROWS_A_BATCH = 500;

/**
 * The text of a part. What belongs to whole days and what follows it are compressed apart, so that an export can be cut
 * between the two: gzip members that follow each other are one file.
 */
export function createPartText({ request }: Pick<OperationRecord, 'request'>, source: RowSource) {
  const pack = (text: string): Buffer => (request.gzip && text !== '' ? gzipSync(text) : Buffer.from(text));
  let batch: SourceRow[] = [];
  let [whole, open] = ['', ''];
  let hasWhole = false;
  const flush = async () => {
    if (batch.length > 0) open += toCsv(await source.cells(batch));
    batch = [];
  };
  return {
    header(): void {
      open = toCsv([source.columns]);
    },
    async add(row: SourceRow): Promise<void> {
      batch.push(row);
      if (batch.length >= ROWS_A_BATCH) await flush();
    },
    /** All rows so far belong to whole days. */
    async endDay(): Promise<void> {
      await flush();
      whole += open;
      open = '';
      hasWhole = true;
    },
    /** `wholeBytes`: how much of it belongs to whole days; absent where no day ended in this part. */
    async end(): Promise<{ bytes: Uint8Array; wholeBytes?: number }> {
      await flush();
      const parts = [pack(whole), pack(open)] as const;
      return { bytes: Buffer.concat(parts), ...(hasWhole ? { wholeBytes: parts[0].length } : {}) };
    },
  };
}
