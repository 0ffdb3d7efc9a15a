import { runtimeConfig } from '../../core/config/runtime';
import { env } from '../../core/contract/env';
import { steadyClock, systemClock } from '../../core/runtime/clock';
import { ExportStep } from '../contract/messages';
import { createExportFiles } from '../files/export-files';
import { createSources } from '../sources/source-of';
import { createOperations } from '../steps/deps';
import { type NextStep, type WriteDeps, writeRows } from '../steps/write-rows';
import { inExportSpan } from './step-span';

let deps: WriteDeps | undefined;

function createDeps(): WriteDeps {
  const { table, operations } = createOperations();
  return {
    operations,
    files: createExportFiles(env('exportBucket')),
    getSource: createSources(table, runtimeConfig(), systemClock),
    now: systemClock,
    steady: steadyClock,
    meter: table.meter,
  };
}

/** The state machine repeats this while it returns 'WritePart'. */
export async function handler(event: unknown): Promise<{ next: NextStep }> {
  deps ??= createDeps();
  const own = deps;
  if (own.meter) Object.assign(own.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
  const of = ExportStep.parse(event);
  return inExportSpan('write part', of, () => writeRows(own, of));
}
