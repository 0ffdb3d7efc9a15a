import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Paging, pagingUpTo } from '../../../core/contract/schemas/params';
import { LastActivityTimestamp } from '../schemas/activity';
import { NetworkName, PChainAddresses, PChainAddressesRequest, PrimaryChainId } from '../schemas/params';
import { UtxoFilters } from '../schemas/utxo-params';
import { ListPChainUtxosResponse } from '../schemas/utxos';

const base = {
  access: 'anyone',
  tag: 'Primary Network UTXOs',
  weight: 100,
  readUnits: READ_UNITS.large,
  params: z.object({ network: NetworkName, blockchainId: PrimaryChainId }),
} as const;

const utxos = {
  ...base,
  path: '/v1/networks/{network}/blockchains/{blockchainId}/utxos',
  uses: { reads: ['Cursor', 'PNetwork', 'PUtxoOf'] },
  response: ListPChainUtxosResponse,
} as const;

export const getUtxosByAddresses = endpoint({
  ...utxos,
  id: 'getUtxosByAddresses',
  method: 'GET',
  summary: 'List the UTXOs of addresses',
  description:
    'Each output is listed once, even if several of the addresses own it. Includes staked outputs. With filters, a page may be short and still have a nextPageToken.',
  query: z.object({ ...Paging, addresses: PChainAddresses, ...UtxoFilters }),
});

export const getUtxosByAddressesV2 = endpoint({
  ...utxos,
  id: 'getUtxosByAddressesV2',
  method: 'POST',
  askInstead: 'ask for fewer addresses or a smaller pageSize',
  summary: 'List the UTXOs of many addresses',
  description:
    'The same for up to 256 addresses in the body. With many addresses, pages are limited to 20,000 rows divided by the number of addresses (3,800 without an API key). A nextPageToken is only valid with the same body.',
  query: z.object({ ...pagingUpTo(1_024), ...UtxoFilters }),
  body: PChainAddressesRequest,
});

const activity = {
  ...base,
  readUnits: READ_UNITS.page,
  askInstead: 'look for it in the list of their transactions',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/lastActivityTimestampByAddresses',
  uses: { reads: ['Cursor', 'PNetwork', 'PTx', 'PTxOf'] },
  response: LastActivityTimestamp,
} as const;

export const getLastActivityTimestampByAddresses = endpoint({
  ...activity,
  id: 'getLastActivityTimestampByAddresses',
  method: 'GET',
  summary: 'Get the last activity of addresses',
  query: z.object({ addresses: PChainAddresses }),
});

export const getLastActivityTimestampByAddressesV2 = endpoint({
  ...activity,
  id: 'getLastActivityTimestampByAddressesV2',
  method: 'POST',
  summary: 'Get the last activity of many addresses',
  description: 'The same for up to 256 addresses in the body.',
  query: z.object({}),
  body: PChainAddressesRequest,
});
