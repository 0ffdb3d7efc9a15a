import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';
import { IdempotencyKey, Paging } from '../../core/contract/schemas/params';
import { EXPORT_FILE_DAYS, MAX_EXPORT_DAYS, OPERATION_RETENTION_DAYS } from './exports';
import { CreateExportRequest, ListOperations, Operation, OperationId, OperationStatus } from './schemas';

const ofOwner = { access: 'key', tag: 'Operations', readUnits: READ_UNITS.few, query: z.object({}) } as const;
const byId = { params: z.object({ operationId: OperationId }), response: Operation };

export const exportTransactions = endpoint({
  access: 'key',
  tag: 'Operations',
  method: 'POST',
  id: 'exportTransactions',
  readUnits: READ_UNITS.large,
  operationId: 'postTransactionExportJob',
  path: '/v1/operations/transactions:export',
  summary: 'Export the transactions of addresses as a CSV file',
  description: `Starts an operation and returns immediately; poll the operation until the file is ready. Covers up to ${MAX_EXPORT_DAYS} days; the plan limits the rows per file and the number of concurrent exports. An export that would exceed the row limit ends with the last complete day and sets \`nextDate\` to where the next one continues. Only data that is final at the time of the request is exported. The columns are documented in the guide on exports.`,
  weight: 20,
  success: 201,
  uses: {
    reads: ['Cursor', 'Block', 'PNetwork', 'PBlock', 'Webhook', 'Operation', 'RunningOperations'],
    writes: ['Operation', 'RunningOperations', 'StartingOperation'],
    queue: 'exports',
  },
  params: z.object({}),
  query: z.object({}),
  requestHeaders: z.object({
    'idempotency-key': IdempotencyKey.optional().meta({
      description:
        'Any text of yours. A request with the same key returns the operation of the first request instead of starting another; with a different body it is rejected with 400.',
      example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
    }),
  }),
  body: CreateExportRequest,
  response: Operation,
});

export const listOperations = endpoint({
  ...ofOwner,
  method: 'GET',
  id: 'listOperations',
  readUnits: READ_UNITS.page,
  path: '/v1/operations',
  summary: 'List operations, newest first',
  description: `The operations of the key’s owner, kept for ${OPERATION_RETENTION_DAYS} days. With a status filter, a page may be short and still have a nextPageToken, because the filter is applied after reading. An extension of this service.`,
  weight: 10,
  uses: { reads: ['Operation'], files: ['get'] },
  params: z.object({}),
  query: z.object({ ...Paging, status: OperationStatus.optional() }),
  response: ListOperations,
});

export const getOperation = endpoint({
  ...ofOwner,
  ...byId,
  method: 'GET',
  id: 'getOperation',
  operationId: 'getOperationResult',
  path: '/v1/operations/{operationId}',
  summary: 'Get an operation',
  description: `Progress, and the download URL of the file: \`metadata.downloadUrl\` is renewed on each read. Files are kept for ${EXPORT_FILE_DAYS} days.`,
  weight: 10,
  uses: { reads: ['Operation'], files: ['get'] },
});

export const cancelOperation = endpoint({
  ...ofOwner,
  ...byId,
  method: 'POST',
  id: 'cancelOperation',
  path: '/v1/operations/{operationId}:cancel',
  summary: 'Cancel an operation',
  description:
    'The operation ends as FAILED, without a code, and no longer counts towards concurrent exports. Idempotent; 400 if the operation has already ended otherwise. An extension of this service.',
  weight: 10,
  uses: { reads: ['Operation'], writes: ['Operation', 'RunningOperations'] },
});
