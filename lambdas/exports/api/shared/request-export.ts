import type * as z from 'zod';
import { ApiError } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import { hashRequest } from '../../../core/http/request-hash';
import type { exportTransactions } from '../../contract/endpoints';
import { EXPORT_TIMEOUT_SECONDS } from '../../contract/exports';
import type { StartExport } from '../../contract/messages';
import { EVM_EXPORT, type Operation } from '../../contract/schemas';
import { NO_PROGRESS, type OperationRecord } from '../../domain/operation';
import { operationView } from '../../views/operation';
import type { Deps } from '../implement';
import { evmExport } from './evm-export';
import { exportLimits } from './export-limits';
import { toOperationId } from './operation-id';
import { ownOperation } from './own-operation';
import { primaryNetworkExport } from './primary-network-export';

/** How long a caller should wait until another export may have ended, seconds. */
const RETRY_AFTER_SECONDS = 30;

interface ExportRequest {
  readonly body: z.output<(typeof exportTransactions)['body']>;
  readonly idempotencyKey?: string | undefined;
  readonly caller: Caller;
  readonly deps: Deps<(typeof exportTransactions)['uses']>;
  /** The webhook to notify when the operation ends, if the request names one. Throws an `ApiError` for an invalid one. */
  readonly findNotify: () => Promise<OperationRecord['notify']>;
}

/**
 * Creates and starts the operation of an export. A request that repeats an idempotency key gets the first one's
 * operation. Throws an `ApiError` for an invalid request, and 429 above the plan's limit of concurrent exports.
 */
export async function requestExport({
  body,
  idempotencyKey,
  caller,
  deps,
  findNotify,
}: ExportRequest): Promise<Operation> {
  const { exports, exportRows } = exportLimits(deps, caller);
  const operationId = toOperationId(caller.ownerId, idempotencyKey, deps.now());
  const requestHash = hashRequest(body);
  // Only the quick way: the sweep starts each minute what no message has started.
  const start = ({ owner, createdAt }: OperationRecord) =>
    deps.queue
      .send([{ owner, operationId, createdAt } satisfies StartExport], { group: owner })
      .catch((error: unknown) =>
        console.error({ message: 'an export waits for the sweep', operationId, error: String(error) }),
      );
  const again = async (): Promise<OperationRecord> => {
    const first = await ownOperation(deps, caller, { operationId });
    if (first.requestHash !== requestHash)
      throw new ApiError(400, 'idempotency-key: was sent with another body before');
    return first;
  };

  const known =
    idempotencyKey === undefined ? undefined : await deps.Operation.find({ owner: caller.ownerId, operationId });
  if (known) {
    const first = await again();
    // The request before may have been cut off before its message was sent.
    if (first.status === 'RUNNING') await start(first);
    return operationView(first, { now: deps.now() });
  }
  const request =
    body.type === EVM_EXPORT
      ? await evmExport(deps, body, exportRows)
      : await primaryNetworkExport(deps, body, exportRows);
  const notify = await findNotify();
  const now = deps.now();
  const operation: OperationRecord = {
    owner: caller.ownerId,
    operationId,
    type: body.type,
    status: 'RUNNING',
    createdAt: now,
    updatedAt: now,
    deadline: now + EXPORT_TIMEOUT_SECONDS * 1_000,
    request,
    requestHash,
    progress: NO_PROGRESS,
    ...(notify ? { notify } : {}),
  };
  const outcome = await deps.write.Operation.create(operation, exports);
  if (outcome === 'full')
    throw new ApiError(
      429,
      `the plan ${caller.plan} allows ${exports} exports at once: wait for one to end, or cancel it`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  const created = outcome === 'exists' ? await again() : operation;
  await start(created);
  return operationView(created, { now });
}
