import { env } from '../../core/contract/env';
import { ExportStep } from '../contract/messages';
import { createExportFiles } from '../files/export-files';
import { createOperations } from '../steps/deps';
import { type MergeDeps, merge } from '../steps/merge';
import { inExportSpan } from './step-span';

let deps: MergeDeps | undefined;

export async function handler(event: unknown): Promise<void> {
  deps ??= { ...createOperations(), files: createExportFiles(env('exportBucket')) };
  const own = deps;
  const of = ExportStep.parse(event);
  await inExportSpan('merge parts', of, () => merge(own, of));
}
