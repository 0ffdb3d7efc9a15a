import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { ListPChainBalancesResponse } from '../schemas/balances';
import { BalanceTime, NetworkName, PChainAddresses, PrimaryChainId } from '../schemas/params';

export const getBalancesByAddresses = endpoint({
  id: 'getBalancesByAddresses',
  method: 'GET',
  path: '/v1/networks/{network}/blockchains/{blockchainId}/balances',
  summary: 'Get what addresses own on the P-chain, now or at a time',
  description:
    'All addresses together; an output of several of them counts once. About 50,000 outputs can be read with an API key, with a blockTimestamp spent ones too, and 6,000 without one; beyond that the answer is 400. What chains share is in no block of the P-chain, so that the two lists of it are always empty.',
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
