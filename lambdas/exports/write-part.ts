import { openExportFiles } from '../adapters/aws/export-files';
import { steadyClock, systemClock } from '../adapters/clock';
import { runtimeConfig } from '../adapters/config';
import { env } from '../contract/env';
import { ExportStep } from '../contract/export-messages';
import { openOperations } from './deps';
import { openSources } from './source-of';
import { type NextStep, type WriteDeps, writeRows } from './write-rows';

let deps: WriteDeps | undefined;

function open(): WriteDeps {
  const { table, operations } = openOperations();
  return {
    operations,
    files: openExportFiles(env('exportBucket')),
    sourceOf: openSources(table, runtimeConfig(), systemClock),
    now: systemClock,
    steady: steadyClock,
    meter: table.meter,
  };
}

/** Stores the next part of an export. The state machine runs it as long as it answers with its own name. */
export async function handler(event: unknown): Promise<{ next: NextStep }> {
  deps ??= open();
  if (deps.meter) Object.assign(deps.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
  return writeRows(deps, ExportStep.parse(event));
}
