import { handler } from '../../../lambdas/exports/api/get-operation';
import { EXPORT_FILE_DAYS } from '../../../lambdas/exports/contract/exports';
import type { OperationRecord } from '../../../lambdas/exports/domain/operation';
import { call } from '../../support/endpoints/call';
import { depsWith, NOW } from '../../support/endpoints/deps';
import { PRO } from '../../support/endpoints/webhooks';
import { refusesStrangers } from '../../support/exports/api';
import { anOperation, aRequest } from '../../support/exports/operations';

const file = { rows: 3, bytes: 4, sha256: 'ab' };
const { operationId } = anOperation();

/** The answer for an operation with these fields, `days` later. */
async function shown(fields: Partial<OperationRecord>, days = 0) {
  const { deps } = await depsWith();
  await deps.write.Operation.create(anOperation({ owner: PRO.ownerId, ...fields }), 1);
  const asked = { params: { operationId: operationId.toUpperCase() }, caller: PRO };
  const { status, body } = await call(handler, { ...deps, now: () => NOW + days * 86_400_000 }, asked);
  expect(status).toBe(200);
  return body;
}

describe('getOperation', () => {
  test('a running operation is returned with its progress', async () => {
    const progress = { ...anOperation().progress, rows: 5, day: 19_675 };
    expect(await shown({ progress })).toEqual({
      operationId,
      operationType: 'TRANSACTION_EXPORT_EVM',
      operationStatus: 'RUNNING',
      message: '5 rows so far; 0 of 1 parts done (one part per day).',
      createdAtTimestamp: NOW / 1_000,
      updatedAtTimestamp: NOW / 1_000,
    });
  });
  test('a completed operation is returned with the URL of its file', async () => {
    expect(await shown({ status: 'COMPLETED', file })).toMatchObject({
      operationStatus: 'COMPLETED',
      metadata: { ...file, downloadUrl: `https://files.example/${operationId}` },
    });
    const request = aRequest({ gzip: true });
    const { metadata } = await shown({ status: 'COMPLETED', file, request });
    expect(metadata).toMatchObject({ downloadUrl: `https://files.example/${operationId}.gz` });
  });
  test('an export cut at the row limit of the plan is returned with the date to continue from', async () => {
    const progress = { ...anOperation().progress, nextDay: 19_676 };
    expect(await shown({ status: 'COMPLETED_WITH_WARNING', file, progress })).toMatchObject({
      operationStatus: 'COMPLETED_WITH_WARNING',
      message: expect.stringContaining('Truncated before 2023-11-15'),
      metadata: { code: 'WarnTruncatedExport', nextDate: '2023-11-15', downloadUrl: expect.any(String) },
    });
  });
  test('a failed operation is returned with a code, and a cancelled one without', async () => {
    const failure = { code: 'ErrInvalidRequest', message: 'Chain 5 is no longer available.' } as const;
    const failed = await shown({ status: 'FAILED', failure });
    expect(failed).toMatchObject({ message: failure.message, metadata: { code: 'ErrInvalidRequest' } });
    const cancelled = await shown({ status: 'FAILED', failure: { message: 'Cancelled by its owner.' } });
    expect(cancelled).not.toHaveProperty('metadata');
  });
  test('an operation that runs past its deadline is returned as FAILED', async () => {
    expect(await shown({}, 1)).toMatchObject({
      operationStatus: 'FAILED',
      updatedAtTimestamp: anOperation().deadline / 1_000,
      metadata: { code: 'ErrInternal' },
    });
  });
  test('an operation with an expired file says so and has no URL', async () => {
    const kept = await shown({ status: 'COMPLETED', file }, EXPORT_FILE_DAYS - 0.01);
    expect(kept).toMatchObject({ metadata: { downloadUrl: expect.any(String) } });
    const expired = await shown({ status: 'COMPLETED', file }, EXPORT_FILE_DAYS);
    expect(expired.metadata).toEqual(file);
    expect(expired.message).toContain('The file has expired');
  });
  refusesStrangers(handler);
});
