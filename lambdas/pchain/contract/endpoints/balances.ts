import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { ListPChainBalancesResponse } from '../schemas/balances';
import { BalanceTime, NetworkName, PChainAddresses, PrimaryChainId } from '../schemas/params';

export const getBalancesByAddresses = endpoint({
  id: 'getBalancesByAddresses',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/balances',
  summary: 'Get the P-Chain balances of addresses, now or at a time',
  description:
    'The combined balance of all addresses; an output owned by several of them counts once. Reads up to about 50,000 outputs with an API key, and 6,000 without one, including spent outputs if blockTimestamp is given; above that the response is 400. The two atomicMemory lists are always empty, because P-Chain blocks do not contain shared memory.',
  tag: 'Primary Network Balances',
  weight: 100,
  readUnits: READ_UNITS.sum,
  askInstead: 'ask for fewer addresses, or add up the pages of …/utxos',
  access: 'anyone',
  uses: { reads: ['Cursor', 'PNetwork', 'PBlock', 'PUtxoOf'], states: ['get'] },
  params: z.object({ network: NetworkName, blockchainId: PrimaryChainId }),
  query: z.object({ addresses: PChainAddresses, blockTimestamp: BalanceTime }),
  response: ListPChainBalancesResponse,
});
