import { dateOfDay } from '../../core/domain/day';
import { EXPORT_FILE_DAYS } from '../contract/exports';
import type { Operation } from '../contract/schemas';
import { getMessage } from '../domain/message';
import { asOf, type OperationRecord } from '../domain/operation';
import type { DownloadUrlOf } from '../files/download-url';

interface Reading {
  /** Unix ms. */
  readonly now: number;
  readonly getDownloadUrl?: DownloadUrlOf;
}

export async function operationView(record: OperationRecord, { now, getDownloadUrl }: Reading): Promise<Operation> {
  const operation = asOf(record, now);
  const { operationId, type, status, createdAt, updatedAt, request, progress, file, failure } = operation;
  const nextDate = file && progress.nextDay !== undefined ? dateOfDay(progress.nextDay) : undefined;
  const code = failure ? failure.code : nextDate && 'WarnTruncatedExport';
  // The bucket deletes the file a few hours later.
  const isKept = now < updatedAt + EXPORT_FILE_DAYS * 86_400_000;
  const downloadUrl = file && isKept && getDownloadUrl ? await getDownloadUrl(operationId, request.gzip) : undefined;
  const metadata = {
    ...(code ? { code } : {}),
    ...(downloadUrl ? { downloadUrl } : {}),
    ...(nextDate ? { nextDate } : {}),
    ...file,
  };
  return {
    operationId,
    operationType: type,
    operationStatus: status,
    message: getMessage(operation, isKept),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
    createdAtTimestamp: Math.floor(createdAt / 1_000),
    updatedAtTimestamp: Math.floor(updatedAt / 1_000),
  };
}
