import { flushSpans } from '../../core/telemetry/active-span';
import { inStepSpan } from '../../core/telemetry/root-spans';
import type { ExportStep } from '../contract/messages';

/** In the trace of the operation. */
export const inExportSpan = <T>(name: string, { operationId }: ExportStep, work: () => Promise<T>): Promise<T> =>
  inStepSpan(() => ({ name, parentStep: 'start export', subjects: [{ id: operationId }] }), work).finally(flushSpans);
