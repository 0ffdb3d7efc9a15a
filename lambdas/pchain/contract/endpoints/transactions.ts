import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Paging, SortOrder } from '../../../core/contract/schemas/params';
import {
  AssetId,
  Cb58Id,
  NetworkName,
  PChainAddresses,
  PrimaryChainId,
  TimeRange,
  Timestamp,
  ValidationId,
  XChainId,
} from '../schemas/params';
import {
  ListPChainStakingTransactionsResponse,
  ListPChainTransactionsResponse,
  PChainTransaction,
} from '../schemas/transactions';
import { ListXChainTransactionsResponse, PrimaryTxTypes } from '../schemas/x-chain';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'Primary Network Transactions',
  readUnits: READ_UNITS.large,
} as const;

export const listLatestPrimaryNetworkTransactions = endpoint({
  ...base,
  id: 'listLatestPrimaryNetworkTransactions',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions',
  summary: 'List the latest transactions of the P-chain, of addresses or of an L1 validator',
  weight: 100,
  uses: { reads: ['Cursor', 'PNetwork', 'PBlock', 'PTx', 'PTxOf', 'PUtxo', 'PValidator'] },
  params: z.object({ network: NetworkName, blockchainId: PrimaryChainId }),
  query: z.object({
    ...Paging,
    addresses: PChainAddresses.optional(),
    l1ValidationId: ValidationId.optional().meta({
      description: 'Transactions that changed this L1 validator, by its validation.',
    }),
    l1ValidationID: ValidationId.optional().meta({ description: 'The same as l1ValidationId.' }),
    txTypes: PrimaryTxTypes,
    ...TimeRange,
    timestamp: Timestamp,
    sortOrder: SortOrder.default('desc'),
  }),
  response: ListPChainTransactionsResponse,
});

export const getTxByHash = endpoint({
  ...base,
  id: 'getTxByHash',
  readUnits: READ_UNITS.page,
  path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions/{txHash}',
  summary: 'Get a transaction of the P-chain',
  description:
    'Outputs name the transaction that spent them. A staking transaction has the rewards that were paid later, as soon as they are.',
  weight: 20,
  uses: { reads: ['Cursor', 'PNetwork', 'PTx', 'PUtxo', 'PValidator'] },
  params: z.object({
    network: NetworkName,
    blockchainId: PrimaryChainId,
    txHash: Cb58Id('the id of a transaction', '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP'),
  }),
  query: z.object({}),
  response: PChainTransaction,
});

export const listAssetTransactions = endpoint({
  ...base,
  id: 'listAssetTransactions',
  readUnits: READ_UNITS.none,
  path: '/v1/networks/{network}/blockchains/{blockchainId}/assets/{assetId}/transactions',
  summary: 'List the transactions of an asset of the X-chain',
  description: 'Answers 404: the X-chain is not indexed.',
  weight: 100,
  uses: {},
  params: z.object({ network: NetworkName, blockchainId: XChainId, assetId: AssetId }),
  query: z.object({ ...Paging, txTypes: PrimaryTxTypes, ...TimeRange }),
  response: ListXChainTransactionsResponse,
});

export const listActivePrimaryNetworkStakingTransactions = endpoint({
  ...base,
  id: 'listActivePrimaryNetworkStakingTransactions',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions:listStaking',
  summary: 'List the transactions of the P-chain whose stakes have not ended',
  description:
    'Stakes of the primary network, of all or of addresses that own them or get their rewards. A page may have fewer transactions than asked for: those of other types, and the stakes of the genesis, which are in no block, are left out.',
  weight: 100,
  uses: { reads: ['Cursor', 'PNetwork', 'PBlock', 'PTx', 'PUtxo', 'PStakeOf', 'PValidator', 'PDelegator'] },
  params: z.object({ network: NetworkName, blockchainId: PrimaryChainId }),
  query: z.object({
    ...Paging,
    addresses: PChainAddresses.optional(),
    txTypes: PrimaryTxTypes,
    ...TimeRange,
    sortOrder: SortOrder.default('desc'),
  }),
  response: ListPChainStakingTransactionsResponse,
});
