import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Address, ChainId, Feature, Network } from '../../../core/contract/schemas/params';
import { ChainInfo, ListAddressChainsResponse, ListChainsResponse } from '../schemas/chains';

const nothing = z.object({});
const base = { method: 'GET', access: 'anyone', tag: 'EVM Chains', readUnits: READ_UNITS.page } as const;

export const supportedChains = endpoint({
  ...base,
  id: 'supportedChains',
  path: '/v1/chains',
  summary: 'List the chains',
  weight: 1,
  uses: { reads: ['Cursor'], node: true },
  params: nothing,
  query: z.object({ network: Network.optional(), feature: Feature.optional() }),
  response: ListChainsResponse,
});

export const getChainInfo = endpoint({
  ...base,
  id: 'getChainInfo',
  path: '/v1/chains/{chainId}',
  summary: 'Get a chain',
  weight: 1,
  uses: { reads: ['Cursor'], node: true },
  params: z.object({ chainId: ChainId }),
  query: nothing,
  response: ChainInfo,
});

export const listAddressChains = endpoint({
  ...base,
  id: 'listAddressChains',
  path: '/v1/address/{address}/chains',
  summary: 'List the chains that an address has been active on',
  weight: 20,
  uses: { reads: ['Cursor', 'AddressChain'], node: true },
  params: z.object({ address: Address }),
  query: nothing,
  response: ListAddressChainsResponse,
  // The original path; not deprecated here.
  aliases: [{ id: 'getAddressChains', path: '/v1/chains/address/{address}', weight: 1 }],
});
