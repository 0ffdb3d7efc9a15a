import * as z from 'zod';
import { integer, seconds, text, url } from '../../core/contract/schemas/fields';
import { Address, ChainId, day, nextPageToken } from '../../core/contract/schemas/params';
import { WebhookId } from '../../core/contract/schemas/webhook-id';
import { NetworkName } from '../../pchain/contract/schemas/network-name';
import { MAX_EXPORT_ADDRESSES, MAX_EXPORT_CHAINS, MAX_EXPORT_DAYS } from './exports';

const ID = 'aa22054a-cb7c-4a4e-9b83-59f2ede74138';
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

export const EVM_EXPORT = 'TRANSACTION_EXPORT_EVM';
const PRIMARY_NETWORK_EXPORTS = [
  'TRANSACTION_EXPORT_PRIMARY_NETWORK',
  'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
  'TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE',
] as const;

const OperationType = z
  .enum([...PRIMARY_NETWORK_EXPORTS, EVM_EXPORT])
  .meta({ id: 'OperationType', description: 'Type of the operation.' });
export type OperationType = z.infer<typeof OperationType>;

export const OperationStatus = z
  .enum(['RUNNING', 'COMPLETED', 'COMPLETED_WITH_WARNING', 'FAILED'], {
    error: 'must be RUNNING, COMPLETED, COMPLETED_WITH_WARNING or FAILED',
  })
  .meta({ id: 'OperationStatus', description: 'Status of the operation. All but RUNNING are final.' });
export type OperationStatus = z.infer<typeof OperationStatus>;

const OperationCode = z
  .enum(['ErrInvalidRequest', 'ErrInternal', 'WarnTruncatedExport'])
  .meta({ id: 'OperationStatusCode', description: 'Reason of a failure or warning.' });
export type OperationCode = z.infer<typeof OperationCode>;

export const OperationId = z
  .guid({ error: 'must be an operation ID (UUID)' })
  .transform((id) => id.toLowerCase())
  .meta({ description: 'The id of an operation.', example: ID });

const dates = {
  firstDate: day(
    `First day (UTC). Default: the export covers the maximum of ${MAX_EXPORT_DAYS} days up to the last day.`,
  ),
  lastDate: day(
    'Last day (UTC), inclusive; default today. For today, only data that is final at the time of the request is exported.',
  ),
  startDate: day('The same as firstDate.').meta({ deprecated: true, description: 'The same as firstDate.' }),
  endDate: day('The same as lastDate.').meta({ deprecated: true, description: 'The same as lastDate.' }),
};
const ours = {
  compression: z.literal('gzip', { error: 'must be gzip or absent' }).optional().meta({
    description: 'gzip: compress the file. An extension of this service.',
  }),
  notifyWebhookId: WebhookId.optional().meta({
    description:
      'A webhook of the same owner that receives an `operation_completed` message when the operation ends, with any status. The one exception is an operation that was lost and only failed by its deadline. An extension of this service.',
  }),
};

const EvmExport = z
  .strictObject({
    type: z.literal(EVM_EXPORT).meta({ description: 'Transactions of EVM chains.' }),
    ...dates,
    options: z
      .strictObject(
        {
          addresses: z
            .array(Address, { error: 'must be a list of addresses' })
            .min(1, 'must have at least one address')
            .max(MAX_EXPORT_ADDRESSES, `must have at most ${MAX_EXPORT_ADDRESSES} addresses`)
            .meta({ description: 'The addresses to export.' }),
          includeChains: z
            .array(ChainId, { error: 'must be a list of chain IDs' })
            .min(1, 'must have at least one chain')
            .max(MAX_EXPORT_CHAINS, `must have at most ${MAX_EXPORT_CHAINS} chains`)
            .meta({ description: 'The chains to export, by the chainId in /v1/chains.' }),
        },
        { error: objectError('must have addresses and includeChains') },
      )
      .meta({ id: 'EvmNetworkOptionsRequest', description: 'Addresses and chains to export.' }),
    ...ours,
  })
  .meta({ id: 'CreateEvmTransactionExportRequest', description: 'An export of EVM chains.' });

const namedAddresses = (description: string, example: string) =>
  z
    .array(z.string('must be an address').meta({ description, example }), 'must be a list of addresses')
    .max(MAX_EXPORT_ADDRESSES, `must have at most ${MAX_EXPORT_ADDRESSES} addresses`)
    .optional();
const PrimaryNetworkExport = z
  .strictObject({
    type: z.enum(PRIMARY_NETWORK_EXPORTS).meta({
      description:
        'Rows of the file: outputs received and spent (ledger), balance changes per transaction for Koinly (SIMPLE), or stakes and their rewards (STAKING).',
    }),
    ...dates,
    options: z
      .strictObject(
        {
          addresses: namedAddresses(
            'An address of the P-Chain in bech32, with or without P-.',
            'P-avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg',
          ).meta({ description: 'The addresses to export, all of the same network.' }),
          cChainEvmAddresses: namedAddresses('An address of the C-Chain.', ADDRESS).meta({
            description: 'Must be empty: use the type TRANSACTION_EXPORT_EVM for C-Chain activity.',
          }),
          includeChains: z
            .array(
              z.string('must be a chain').meta({ description: 'A chain.', example: 'p-chain' }),
              'must be a list of chains: p-chain, x-chain, c-chain, or their IDs',
            )
            .max(MAX_EXPORT_CHAINS, `must have at most ${MAX_EXPORT_CHAINS} chains`)
            .meta({ description: 'p-chain or its id; other chains of a primary network are not indexed.' }),
        },
        { error: objectError('must have addresses and includeChains') },
      )
      .meta({ id: 'PrimaryNetworkOptionsRequest', description: 'Addresses and chains to export.' }),
    network: NetworkName.optional().meta({
      description:
        'The network, if several have the same address prefix; otherwise it follows from the addresses. An extension of this service.',
    }),
    ...ours,
  })
  .meta({
    id: 'CreatePrimaryNetworkTransactionExportRequest',
    description:
      'An export of the P-Chain of a primary network, as far as it is indexed. 400 if it is not indexed, 503 until indexing has begun.',
  });

export const CreateExportRequest = z
  .discriminatedUnion('type', [EvmExport, PrimaryNetworkExport], {
    error: ({ input }) =>
      typeof input !== 'object' || input === null || Array.isArray(input)
        ? 'must be a JSON object'
        : `must be one of ${[EVM_EXPORT, ...PRIMARY_NETWORK_EXPORTS].join(', ')}`,
  })
  .meta({ id: 'CreateTransactionExportRequest', description: 'An export to start; type selects the variant.' });
export type ExportRequest = z.output<typeof CreateExportRequest>;
export type EvmExportRequest = z.output<typeof EvmExport>;
export type PrimaryNetworkExportRequest = z.output<typeof PrimaryNetworkExport>;

export const Operation = z
  .object({
    operationId: text('Id of the operation.', ID),
    operationType: OperationType,
    operationStatus: OperationStatus,
    message: text(
      'Progress, outcome, and anything missing from the file.',
      '12,000 rows so far; 3 of 31 parts done (one part per day).',
    ).optional(),
    metadata: z
      .object({
        code: OperationCode.optional(),
        downloadUrl: url(
          'Download URL of the file, which requires no key; renewed on each read. Present once the operation has completed.',
          'https://example.com/export.csv',
        ).optional(),
        nextDate: text('firstDate for the next export, if this one was truncated.', '2026-05-04').optional(),
        rows: integer(
          'Number of rows in the file, without the header. An extension of this service.',
          12_000,
        ).optional(),
        bytes: integer('Size of the file in bytes. An extension of this service.', 3_400_000).optional(),
        sha256: text(
          'SHA-256 checksum of the file, in hexadecimal digits. An extension of this service.',
          '9f86d0',
        ).optional(),
      })
      .meta({ id: 'TransactionExportMetadata', description: 'Result of the export.' })
      .optional(),
    createdAtTimestamp: seconds('Time of the request.'),
    updatedAtTimestamp: seconds('Time of the last change.'),
  })
  .meta({ id: 'OperationStatusResponse', description: 'A long-running operation.' });
export type Operation = z.infer<typeof Operation>;

export const ListOperations = z
  .object({
    operations: z.array(Operation).meta({ description: 'The operations of this page, newest first.' }),
    nextPageToken,
  })
  .meta({ id: 'ListOperationsResponse', description: 'A page of operations.' });

/** Replaces only the message for a value that is not an object. */
function objectError(message: string) {
  return (issue: { readonly code?: string }) => (issue.code === 'invalid_type' ? message : undefined);
}
