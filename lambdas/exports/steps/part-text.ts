import { gzipSync } from 'node:zlib';
import type { OperationRecord } from '../domain/operation';
import { toCsv } from '../sources/csv';
import type { RowSource, SourceRow } from '../sources/row-source';

export const ROWS_A_BATCH = 500;

/** Compresses complete days separately, so that the rest can be cut: gzip members can be concatenated (RFC 1952). */
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
    async endDay(): Promise<void> {
      await flush();
      whole += open;
      open = '';
      hasWhole = true;
    },
    /** `wholeBytes`: the length of the complete days; absent if no day ended in this part. */
    async end(): Promise<{ bytes: Uint8Array; wholeBytes?: number }> {
      await flush();
      const parts = [pack(whole), pack(open)] as const;
      return { bytes: Buffer.concat(parts), ...(hasWhole ? { wholeBytes: parts[0].length } : {}) };
    },
  };
}
