import { openExportFiles } from '../adapters/aws/export-files';
import { env } from '../contract/env';
import { ExportStep } from '../contract/export-messages';
import { openOperations } from './deps';
import { type MergeDeps, merge } from './merge';

let deps: MergeDeps | undefined;

/** Makes the file of an export. */
export async function handler(event: unknown): Promise<void> {
  deps ??= { ...openOperations(), files: openExportFiles(env('exportBucket')) };
  await merge(deps, ExportStep.parse(event));
}
