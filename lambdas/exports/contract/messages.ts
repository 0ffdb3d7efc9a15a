// Messages of the queue and the state machine of exports: zod only.
import * as z from 'zod';

/** The input of a step of an export: the rest is in the row of the operation. */
export const ExportStep = z.object({ owner: z.string(), operationId: z.string() });
/** The input of a step of an export. */
export type ExportStep = z.infer<typeof ExportStep>;

/** An operation is to be started. */
export const StartExport = ExportStep.extend({
  /** Unix milliseconds: part of the execution's name. */
  createdAt: z.int(),
});
/** An operation is to be started. */
export type StartExport = z.infer<typeof StartExport>;
