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
  description: `Starts an operation and answers at once; the operation tells when the file is ready. Up to ${MAX_EXPORT_DAYS} days; how many rows a file may have and how many exports may run at once are matters of the plan. An export that would have more rows ends with the day before and says in \`nextDate\` where the next one goes on. What is final at the request is exported. The guide on exports has the columns.`,
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
        'A text of your own. A request that repeats it answers with the operation of the first, and starts no other; with another body it is refused with 400.',
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
  description: `The owner’s own, for ${OPERATION_RETENTION_DAYS} days. With a status a page may be short and still have a nextPageToken: others are left out after reading. An extension of this service.`,
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
  description: `How far it is, and where its file is fetched from: \`metadata.downloadUrl\` is made anew at each read, while the file is kept, which is ${EXPORT_FILE_DAYS} days.`,
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
    'It ends as FAILED, without a code, and counts no more towards the exports that may run at once. Repeated, it changes nothing; an operation that ended otherwise is refused with 400. An extension of this service.',
  weight: 10,
  uses: { reads: ['Operation'], writes: ['Operation', 'RunningOperations'] },
});
