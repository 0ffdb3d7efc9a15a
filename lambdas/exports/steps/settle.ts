import * as z from 'zod';
import { log } from '../../core/runtime/log';
import { ExportStep } from '../contract/messages';
import { type OperationRecord, TIMED_OUT } from '../domain/operation';
import type { operationReader, operationWriter } from '../rows/operations';

export const SettleInput = ExportStep.extend({
  failure: z.object({ Error: z.string(), Cause: z.string().default('') }).optional(),
});
type SettleInput = z.infer<typeof SettleInput>;

export interface SettleDeps {
  readonly operations: ReturnType<typeof operationReader> & Pick<ReturnType<typeof operationWriter>, 'end'>;
  readonly notify: (ended: OperationRecord) => Promise<void>;
}

/** Ends an operation that a step gave up on. Idempotent. `failed`: by a service error. */
export async function settle(deps: SettleDeps, { failure, ...of }: SettleInput): Promise<{ failed: boolean }> {
  const found = await deps.operations.find(of);
  // The row has expired, long after the operation ended.
  if (!found) return { failed: failure !== undefined };
  const ended = found.status === 'RUNNING' ? await endFailed(deps, found, failure) : found;
  if (ended.notify) await deps.notify(ended);
  return { failed: ended.failure?.code === 'ErrInternal' };
}

/** The operation may have ended in another way meanwhile, such as by its owner. */
async function endFailed(
  { operations }: Pick<SettleDeps, 'operations'>,
  running: OperationRecord,
  failure: SettleInput['failure'],
): Promise<OperationRecord> {
  const { owner, operationId } = running;
  log.error('export failed', { owner, operationId, failure });
  await operations.end(running, { status: 'FAILED', failure: getFailure(failure) });
  return (await operations.find({ owner, operationId })) ?? running;
}

/** Shown to the owner. The cause is only logged, unless the request is at fault. */
function getFailure(failure: SettleInput['failure']): NonNullable<OperationRecord['failure']> {
  if (failure?.Error === 'ExportTimedOut') return TIMED_OUT;
  if (failure?.Error === 'InvalidExport') return { code: 'ErrInvalidRequest', message: messageIn(failure.Cause) };
  return {
    code: 'ErrInternal',
    message: 'The service could not finish the export; the failure is logged. Try again later.',
  };
}

/** Lambda reports an error as JSON text. */
function messageIn(cause: string): string {
  try {
    return z.object({ errorMessage: z.string() }).parse(JSON.parse(cause)).errorMessage;
  } catch {
    return 'The request cannot be fulfilled.';
  }
}
