import { env } from '../../core/contract/env';
import { ExportStep } from '../contract/messages';
import { createExportFiles } from '../files/export-files';
import { createOperations } from '../steps/deps';
import { type MergeDeps, merge } from '../steps/merge';

let deps: MergeDeps | undefined;

export async function handler(event: unknown): Promise<void> {
  deps ??= { ...createOperations(), files: createExportFiles(env('exportBucket')) };
  await merge(deps, ExportStep.parse(event));
}
