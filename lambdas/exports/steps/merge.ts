import type { ExportStep } from '../contract/messages';
import type { ExportFiles } from '../files/export-files';
import type { operationReader, operationWriter } from '../rows/operations';
import { ExportTimedOut } from '../sources/invalid-export';

export interface MergeDeps {
  readonly operations: ReturnType<typeof operationReader> & Pick<ReturnType<typeof operationWriter>, 'end'>;
  readonly files: Pick<ExportFiles, 'merge'>;
}

/** Idempotent: a repeat writes the same file. */
export async function merge({ operations, files }: MergeDeps, of: ExportStep): Promise<void> {
  const operation = await operations.find(of);
  if (operation?.status !== 'RUNNING') return;
  const { operationId, request, progress } = operation;
  const { parts, rows, whole, nextDay } = progress;
  const isCut = nextDay !== undefined;
  const content = isCut ? { parts: parts.slice(0, whole.part + 1), lastBytes: whole.bytes } : { parts };
  const made = await files.merge(operationId, content, request.gzip);
  const file = { ...made, rows: isCut ? whole.rows : rows };
  const ended = await operations.end(operation, { status: isCut ? 'COMPLETED_WITH_WARNING' : 'COMPLETED', file });
  if (ended) return;
  const now = await operations.find(of);
  if (now?.status === 'RUNNING') throw new ExportTimedOut();
}
