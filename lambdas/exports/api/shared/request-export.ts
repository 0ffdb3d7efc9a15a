import type * as z from 'zod';
import { ApiError } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import { hashRequest } from '../../../core/http/request-hash';
import { log } from '../../../core/runtime/log';
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

const RETRY_AFTER_SECONDS = 30;

interface ExportRequest {
  readonly body: z.output<(typeof exportTransactions)['body']>;
  readonly idempotencyKey?: string | undefined;
  readonly caller: Caller;
  readonly deps: Deps<(typeof exportTransactions)['uses']>;
  readonly findNotify: () => Promise<OperationRecord['notify']>;
}

/**
 * A repeated idempotency key returns the first operation. Throws `ApiError`, with 429 at the plan's concurrent exports.
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
  // Best effort: a sweep each minute starts operations without a delivered message.
  const start = ({ owner, createdAt }: OperationRecord) =>
    deps.queue
      .send([{ owner, operationId, createdAt } satisfies StartExport], { group: owner })
      .catch((error: unknown) =>
        log.error('start message not sent; the sweep will start the export', { operationId, error }),
      );
  const findFirst = async (): Promise<OperationRecord> => {
    const first = await ownOperation(deps, caller, { operationId });
    if (first.requestHash !== requestHash)
      throw new ApiError(400, 'idempotency-key: was already used with a different body');
    return first;
  };

  const known =
    idempotencyKey === undefined ? undefined : await deps.Operation.find({ owner: caller.ownerId, operationId });
  if (known) {
    const first = await findFirst();
    // The first request may have been cut off before it sent its message.
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
      `the plan ${caller.plan} allows ${exports} concurrent exports; wait for one to end, or cancel one`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  const created = outcome === 'exists' ? await findFirst() : operation;
  await start(created);
  return operationView(created, { now });
}
