import * as z from 'zod';
import { integer, seconds, text, url } from '../../core/contract/schemas/fields';
import { Address, ChainId, nextPageToken } from '../../core/contract/schemas/params';
import { WebhookId } from '../../core/contract/schemas/webhook-id';
import { NetworkName } from '../../pchain/contract/schemas/network-name';
import { MAX_EXPORT_ADDRESSES, MAX_EXPORT_DAYS } from './exports';

/** An example of an operation's id. */
const ID = 'aa22054a-cb7c-4a4e-9b83-59f2ede74138';
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const CHAIN_LIMIT = 100;

/** The exports of EVM chains. */
export const EVM_EXPORT = 'TRANSACTION_EXPORT_EVM';
/** The exports of the primary network. */
const PRIMARY_NETWORK_EXPORTS = [
  'TRANSACTION_EXPORT_PRIMARY_NETWORK',
  'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
  'TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE',
] as const;

/** What an operation does. */
const OperationType = z
  .enum([...PRIMARY_NETWORK_EXPORTS, EVM_EXPORT])
  .meta({ id: 'OperationType', description: 'What the operation does.' });
/** What an operation does. */
export type OperationType = z.infer<typeof OperationType>;

/** How far an operation is. */
export const OperationStatus = z
  .enum(['RUNNING', 'COMPLETED', 'COMPLETED_WITH_WARNING', 'FAILED'], {
    error: 'must be RUNNING, COMPLETED, COMPLETED_WITH_WARNING or FAILED',
  })
  .meta({ id: 'OperationStatus', description: 'How far the operation is. Only RUNNING changes.' });
/** How far an operation is. */
export type OperationStatus = z.infer<typeof OperationStatus>;

/** Why an operation failed, or what its warning is. */
const OperationCode = z
  .enum(['ErrInvalidRequest', 'ErrInternal', 'WarnTruncatedExport'])
  .meta({ id: 'OperationStatusCode', description: 'Why an operation failed, or what its warning is.' });
/** Why an operation failed, or what its warning is. */
export type OperationCode = z.infer<typeof OperationCode>;

/** The id of an operation. */
export const OperationId = z
  .guid({ error: 'must be the id of an operation, a UUID' })
  .transform((id) => id.toLowerCase())
  .meta({ description: 'The id of an operation.', example: ID });

const day = (description: string) =>
  z
    .string({ error: 'must be a date: YYYY-MM-DD' })
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date: YYYY-MM-DD')
    .optional()
    .meta({ format: 'date', description, example: '2026-05-01' });
const dates = {
  firstDate: day(
    `The first day (UTC). Without it, the export covers as many days up to the last as one may, ${MAX_EXPORT_DAYS}.`,
  ),
  lastDate: day('The last day (UTC), included: today unless given. Of today it has what is final at the request.'),
  startDate: day('The same as firstDate.').meta({ deprecated: true, description: 'The same as firstDate.' }),
  endDate: day('The same as lastDate.').meta({ deprecated: true, description: 'The same as lastDate.' }),
};
const ours = {
  compression: z.literal('gzip', { error: 'must be gzip, or absent' }).optional().meta({
    description: 'gzip: the file is compressed. An extension of this service.',
  }),
  notifyWebhookId: WebhookId.optional().meta({
    description:
      'A webhook of the owner’s that is sent an `operation_completed` message when the operation has ended, however it did. Only one that was lost, and has failed by its deadline alone, sends none. An extension of this service.',
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
            .min(1, 'must name at least one address')
            .max(MAX_EXPORT_ADDRESSES, `must be at most ${MAX_EXPORT_ADDRESSES} addresses`)
            .meta({ description: 'The addresses to export.' }),
          includeChains: z
            .array(ChainId, { error: 'must be a list of chain ids' })
            .min(1, 'must name at least one chain')
            .max(CHAIN_LIMIT, `must be at most ${CHAIN_LIMIT} chains`)
            .meta({ description: 'The chains to export: ids that /v1/chains lists.' }),
        },
        { error: objectError('must have addresses and includeChains') },
      )
      .meta({ id: 'EvmNetworkOptionsRequest', description: 'What is exported.' }),
    ...ours,
  })
  .meta({ id: 'CreateEvmTransactionExportRequest', description: 'An export of EVM chains.' });

const namedAddresses = (description: string, example: string) =>
  z
    .array(z.string('must be an address').meta({ description, example }), 'must be a list of addresses')
    .max(MAX_EXPORT_ADDRESSES, `must be at most ${MAX_EXPORT_ADDRESSES} addresses`)
    .optional();
const PrimaryNetworkExport = z
  .strictObject({
    type: z.enum(PRIMARY_NETWORK_EXPORTS).meta({
      description:
        'What rows are: outputs that came or went, what each transaction changed as Koinly imports it (SIMPLE), or stakes and their rewards (STAKING).',
    }),
    ...dates,
    options: z
      .strictObject(
        {
          addresses: namedAddresses(
            'An address of the P-chain in bech32, with or without P-.',
            'P-avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg',
          ).meta({ description: 'The addresses to export, all of one network.' }),
          cChainEvmAddresses: namedAddresses('An address of the C-chain.', ADDRESS).meta({
            description: 'None: an export of the type TRANSACTION_EXPORT_EVM has what they did on the C-chain.',
          }),
          includeChains: z
            .array(
              z.string('must be a chain').meta({ description: 'A chain.', example: 'p-chain' }),
              'must be a list of chains: p-chain, x-chain, c-chain, or their ids',
            )
            .max(CHAIN_LIMIT, `must be at most ${CHAIN_LIMIT} chains`)
            .meta({ description: 'p-chain, or its id: other chains of a primary network are not indexed.' }),
        },
        { error: objectError('must have addresses and includeChains') },
      )
      .meta({ id: 'PrimaryNetworkOptionsRequest', description: 'What is exported.' }),
    network: NetworkName.optional().meta({
      description:
        'The network, where several have addresses that begin alike: otherwise the addresses tell it. An extension of this service.',
    }),
    ...ours,
  })
  .meta({
    id: 'CreatePrimaryNetworkTransactionExportRequest',
    description:
      'An export of a primary network: of its P-chain, as far as that is indexed. 400 if it is not, 503 before it has begun.',
  });

/** The body that starts an export. */
export const CreateExportRequest = z
  .discriminatedUnion('type', [EvmExport, PrimaryNetworkExport], {
    error: ({ input }) =>
      typeof input !== 'object' || input === null || Array.isArray(input)
        ? 'must be a JSON object'
        : `must be one of ${[EVM_EXPORT, ...PRIMARY_NETWORK_EXPORTS].join(', ')}`,
  })
  .meta({ id: 'CreateTransactionExportRequest', description: 'An export to be made: type says of what.' });
/** A body that starts an export, read. */
export type ExportRequest = z.output<typeof CreateExportRequest>;
/** One of EVM chains. */
export type EvmExportRequest = z.output<typeof EvmExport>;
/** One of a primary network. */
export type PrimaryNetworkExportRequest = z.output<typeof PrimaryNetworkExport>;

/** An operation. */
export const Operation = z
  .object({
    operationId: text('Its id.', ID),
    operationType: OperationType,
    operationStatus: OperationStatus,
    message: text(
      'How far it is, how it ended, and what the file has not.',
      '12,000 rows so far; 3 of 31 parts done (one part per day).',
    ).optional(),
    metadata: z
      .object({
        code: OperationCode.optional(),
        downloadUrl: url(
          'Where the file is fetched from, without a key: once the operation has completed, made anew at each read.',
          'https://example.com/export.csv',
        ).optional(),
        nextDate: text('Where the next export goes on (firstDate), if this one was cut.', '2026-05-04').optional(),
        rows: integer('Rows of the file, without its header. An extension of this service.', 12_000).optional(),
        bytes: integer('Size of the file. An extension of this service.', 3_400_000).optional(),
        sha256: text('Checksum of the file, in hexadecimal digits. An extension of this service.', '9f86d0').optional(),
      })
      .meta({ id: 'TransactionExportMetadata', description: 'What came of it.' })
      .optional(),
    createdAtTimestamp: seconds('When it was asked for.'),
    updatedAtTimestamp: seconds('When it last changed.'),
  })
  .meta({ id: 'OperationStatusResponse', description: 'An operation that goes on after the answer.' });
/** An operation. */
export type Operation = z.infer<typeof Operation>;

/** A page of an owner's operations. */
export const ListOperations = z
  .object({
    operations: z.array(Operation).meta({ description: 'The operations of this page, newest first.' }),
    nextPageToken,
  })
  .meta({ id: 'ListOperationsResponse', description: 'A page of operations.' });

/** The message where something is no object at all; other issues keep their own. */
function objectError(message: string) {
  return (issue: { readonly code?: string }) => (issue.code === 'invalid_type' ? message : undefined);
}
