import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Address, ChainId, Paging, PriceCurrency } from '../../../core/contract/schemas/params';
import { ContractMetadata, ListContractsResponse } from '../schemas/contracts';
import { GetTransactionResponse } from '../schemas/transactions';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'EVM Contracts',
  weight: 20,
  readUnits: READ_UNITS.page,
  params: z.object({ chainId: ChainId, address: Address }),
} as const;

export const getContractMetadata = endpoint({
  ...base,
  id: 'getContractMetadata',
  path: '/v1/chains/{chainId}/addresses/{address}',
  summary: 'Get the metadata of a contract',
  description:
    "What the contract says of itself and what is known of it; ercType tells the shape. A contract that moved no token yet is asked of the chain's node. 404 where the address has no code. decimalsMissing marks an ERC-20 token whose decimals could not be read.",
  uses: { reads: ['Cursor', 'Token', 'Deployment'], node: true },
  query: z.object({}),
  response: ContractMetadata,
});

export const getDeploymentTransaction = endpoint({
  ...base,
  id: 'getDeploymentTransaction',
  readUnits: READ_UNITS.large,
  path: '/v1/chains/{chainId}/contracts/{address}/transactions:getDeployment',
  summary: 'Get the transaction that made a contract',
  uses: { reads: ['Cursor', 'Deployment', 'Tx', 'Token', 'Nft', 'BlockchainId'], prices: true },
  query: z.object({ currency: PriceCurrency }),
  response: GetTransactionResponse,
});

export const listContractDeployments = endpoint({
  ...base,
  id: 'listContractDeployments',
  path: '/v1/chains/{chainId}/contracts/{address}/deployments',
  summary: 'List the contracts that an address deployed, newest first',
  description:
    'With those that a contract made in a transaction of the address, and, for a contract, those that it made. These come behind the head, and not where the node cannot trace. ercType is UNKNOWN of a contract that moved no token yet: its metadata tells more.',
  uses: { reads: ['Cursor', 'AddressDeployment', 'Token'] },
  query: z.object({ ...Paging }),
  response: ListContractsResponse,
});
