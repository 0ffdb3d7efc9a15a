import * as z from 'zod';
import { ExportStep } from '../contract/messages';
import { type OperationRecord, TIMED_OUT } from '../domain/operation';
import type { operationReader, operationWriter } from '../rows/operations';

/** The input of the last step: an operation, and what a step before could not do. */
export const SettleInput = ExportStep.extend({
  failure: z.object({ Error: z.string(), Cause: z.string().default('') }).optional(),
});
type SettleInput = z.infer<typeof SettleInput>;

/** What the step works with. */
export interface SettleDeps {
  readonly operations: ReturnType<typeof operationReader> & Pick<ReturnType<typeof operationWriter>, 'end'>;
  /** Sends the message about the end of an operation that asks for one. May be repeated: it is sent once. */
  readonly notify: (ended: OperationRecord) => Promise<void>;
}

/**
 * Ends an operation that a step gave up on, and sends the message about its end where one was asked for. May be
 * repeated. `failed`: the operation failed by a fault of the service.
 */
export async function settle(deps: SettleDeps, { failure, ...of }: SettleInput): Promise<{ failed: boolean }> {
  const found = await deps.operations.find(of);
  // Its row expires long after it ended.
  if (!found) return { failed: failure !== undefined };
  const ended = found.status === 'RUNNING' ? await endFailed(deps, found, failure) : found;
  if (ended.notify) await deps.notify(ended);
  return { failed: ended.failure?.code === 'ErrInternal' };
}

/** Ends an operation that runs. What it returns may have ended otherwise meanwhile: the owner may have cancelled it. */
async function endFailed(
  { operations }: Pick<SettleDeps, 'operations'>,
  running: OperationRecord,
  failure: SettleInput['failure'],
): Promise<OperationRecord> {
  const { owner, operationId } = running;
  console.error({ message: 'an export failed', owner, operationId, failure });
  await operations.end(running, { status: 'FAILED', failure: getFailure(failure) });
  return (await operations.find({ owner, operationId })) ?? running;
}

/** What the owner is told: the cause is in the log alone, except for a fault of the request. */
function getFailure(failure: SettleInput['failure']): NonNullable<OperationRecord['failure']> {
  if (failure?.Error === 'ExportTimedOut') return TIMED_OUT;
  if (failure?.Error === 'InvalidExport') return { code: 'ErrInvalidRequest', message: messageIn(failure.Cause) };
  return { code: 'ErrInternal', message: 'The service could not finish it; the failure is logged. Ask again later.' };
}

/** Lambda gives an error as JSON text. */
function messageIn(cause: string): string {
  try {
    return z.object({ errorMessage: z.string() }).parse(JSON.parse(cause)).errorMessage;
  } catch {
    return 'The request cannot be fulfilled.';
  }
}
