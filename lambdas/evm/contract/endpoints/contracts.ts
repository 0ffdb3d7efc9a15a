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
    "Metadata from the contract itself and from configured sources; ercType selects the variant. Contracts without token transfers yet are queried at the chain's node. 404 if the address has no code. decimalsMissing marks an ERC-20 token with decimals that could not be read.",
  uses: { reads: ['Cursor', 'Token', 'Deployment'], node: true },
  query: z.object({}),
  response: ContractMetadata,
});

export const getDeploymentTransaction = endpoint({
  ...base,
  id: 'getDeploymentTransaction',
  readUnits: READ_UNITS.large,
  path: '/v1/chains/{chainId}/contracts/{address}/transactions:getDeployment',
  summary: 'Get the deployment transaction of a contract',
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
    'Includes contracts created by other contracts in a transaction of the address and, for a contract address, the contracts that it created. These are indexed with a delay, and only if the node can trace. ercType is UNKNOWN for contracts without token transfers yet: get their metadata for more.',
  uses: { reads: ['Cursor', 'AddressDeployment', 'Token'] },
  query: z.object({ ...Paging }),
  response: ListContractsResponse,
});
