import { env } from '../../core/contract/env';
import { ExportStep } from '../contract/messages';
import { openExportFiles } from '../files/export-files';
import { openOperations } from '../steps/deps';
import { type MergeDeps, merge } from '../steps/merge';

let deps: MergeDeps | undefined;

/** Makes the file of an export. */
export async function handler(event: unknown): Promise<void> {
  deps ??= { ...openOperations(), files: openExportFiles(env('exportBucket')) };
  await merge(deps, ExportStep.parse(event));
}
