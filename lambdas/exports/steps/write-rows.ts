import { randomBytes } from 'node:crypto';
import type { Clock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import type { Meter } from '../../core/table/table';
import { PART_ROWS, PART_SECONDS } from '../contract/exports';
import type { ExportStep } from '../contract/messages';
import { isOver, type OperationRecord, type Progress } from '../domain/operation';
import { createPart } from '../domain/part';
import type { ExportFiles } from '../files/export-files';
import type { operationReader, operationWriter } from '../rows/operations';
import { ExportTimedOut } from '../sources/invalid-export';
import type { RowSource, SourceRow } from '../sources/row-source';
import { createPartText, ROWS_A_BATCH } from './part-text';

/** Interval between checks for a cancelled operation. */
const LOOK_INTERVAL_MS = 5_000;
/** Short, as the operation's row holds all names, but unique among runs of the same part. */
const NAME_BYTES = 6;

export interface WriteDeps {
  readonly operations: ReturnType<typeof operationReader> & Pick<ReturnType<typeof operationWriter>, 'advance'>;
  readonly files: Pick<ExportFiles, 'putPart'>;
  readonly getSource: (operation: OperationRecord) => RowSource;
  readonly now: Clock;
  readonly steady: Clock;
  /** Table usage since the last part, for the log. */
  readonly meter?: Meter;
  readonly partRows?: number;
}
export type NextStep = 'WritePart' | 'MergeParts' | 'SettleExport';

/** Can be retried at any point: checkpointed rows are not read again, and parts without a checkpoint expire. */
export async function writeRows(deps: WriteDeps, of: ExportStep): Promise<{ next: NextStep }> {
  const operation = await deps.operations.find(of);
  if (operation?.status !== 'RUNNING') return { next: 'SettleExport' };
  if (operation.progress.isDone) return { next: 'MergeParts' };
  const began = deps.steady();
  if (isOver(operation.deadline, deps.now())) throw new ExportTimedOut();
  // A concurrent run may write the same part: each stores its own, only one is checkpointed.
  const name = randomBytes(NAME_BYTES).toString('base64url');
  const made = await nextPart(deps, operation, name);
  if (!made) return { next: 'SettleExport' };
  const { bytes, progress } = made;
  await deps.files.putPart(operation.operationId, name, bytes);
  // If another run was faster, the next run continues from that run's checkpoint.
  await deps.operations.advance(operation, progress);
  logPart(deps, operation, { ...made, ms: deps.steady() - began });
  return { next: progress.isDone ? 'MergeParts' : 'WritePart' };
}

interface Made {
  readonly bytes: Uint8Array;
  readonly progress: Progress;
}

/** Undefined if the operation ended meanwhile. */
async function nextPart(deps: WriteDeps, operation: OperationRecord, name: string): Promise<Made | undefined> {
  const { steady, partRows = PART_ROWS } = deps;
  const source = deps.getSource(operation);
  const isFirst = operation.progress.parts.length === 0;
  const before = isFirst ? { ...operation.progress, ...(await source.begin()) } : operation.progress;
  const count = createPart(before, operation.request.maxRows);
  const text = createPartText(operation, source);
  const from = { ...before.from };
  const ends = steady() + PART_SECONDS * 1_000;
  let nextCheckAt = steady() + LOOK_INTERVAL_MS;
  let last: SourceRow | undefined;
  let isDone = true;
  let taken = 0;
  if (isFirst) text.header();
  for await (const row of source.rows(before)) {
    const isBetween = taken > 0 && taken % ROWS_A_BATCH === 0;
    if (isBetween && steady() >= nextCheckAt) {
      if ((await deps.operations.find(operation))?.status !== 'RUNNING') return undefined;
      nextCheckAt = steady() + LOOK_INTERVAL_MS;
    }
    if (taken >= partRows || (isBetween && steady() > ends)) {
      isDone = false;
      break;
    }
    const { verdict, isNewDay } = count.take(row.day);
    if (isNewDay) await text.endDay();
    if (verdict === 'cut') break;
    await text.add(row);
    from[row.chainId] = row.block;
    last = row;
    taken += 1;
  }
  const { bytes, wholeBytes } = await text.end();
  const { wholeRows, ...counted } = count.counted();
  const whole =
    wholeBytes === undefined ? before.whole : { part: before.parts.length, bytes: wholeBytes, rows: wholeRows };
  const progress = {
    parts: [...before.parts, name],
    whole,
    from,
    ...counted,
    ...(last || before.after ? { after: last?.sort ?? before.after ?? '' } : {}),
    ...(before.begins ? { begins: before.begins } : {}),
    ...(isDone ? { isDone } : {}),
  };
  return { bytes, progress };
}

function logPart(
  { meter }: WriteDeps,
  { operationId, progress: before }: OperationRecord,
  { bytes, progress, ms }: Made & { readonly ms: number },
): void {
  const [part, rows] = [before.parts.length, progress.rows - before.rows];
  const heapMb = Math.round(process.memoryUsage().heapUsed / 1e6);
  log.info('export part stored', { operationId, part, rows, bytes: bytes.length, ms, heapMb, ...meter });
}
