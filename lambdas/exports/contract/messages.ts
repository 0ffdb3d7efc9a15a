import * as z from 'zod';

export const ExportStep = z.object({ owner: z.string(), operationId: z.string() });
export type ExportStep = z.infer<typeof ExportStep>;

export const StartExport = ExportStep.extend({
  /** Unix milliseconds: part of the execution's name. */
  createdAt: z.int(),
});
export type StartExport = z.infer<typeof StartExport>;
