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
  summary: 'List the latest transactions of the P-Chain, of addresses or of an L1 validator',
  weight: 100,
  uses: { reads: ['Cursor', 'PNetwork', 'PBlock', 'PTx', 'PTxOf', 'PUtxo', 'PValidator'] },
  params: z.object({ network: NetworkName, blockchainId: PrimaryChainId }),
  query: z.object({
    ...Paging,
    addresses: PChainAddresses.optional(),
    l1ValidationId: ValidationId.optional().meta({
      description: 'Only transactions that changed this L1 validator, by validation id.',
    }),
    l1ValidationID: ValidationId.optional().meta({ description: 'Same as l1ValidationId.' }),
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
  summary: 'Get a transaction of the P-Chain',
  description:
    'Spent outputs have the id of the transaction that spent them. A staking transaction includes its rewards once they are paid.',
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
  summary: 'List the transactions of an asset of the X-Chain',
  description: 'Always 404: the X-Chain is not indexed.',
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
  summary: 'List the staking transactions of the P-Chain with stakes that have not ended',
  description:
    'Stakes of the primary network, optionally only of addresses that own them or receive their rewards. A page may be short, because other types, and genesis stakes (which are in no block), are omitted.',
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
