import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Currency, Paging, SortOrder } from '../../../core/contract/schemas/params';
import { NetworkName, NodeIds, PChainAddresses } from '../schemas/params';
import { ListHistoricalRewardsResponse, ListPendingRewardsResponse } from '../schemas/rewards';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'Primary Network Rewards',
  weight: 100,
  readUnits: READ_UNITS.large,
  params: z.object({ network: NetworkName }),
} as const;
const filters = {
  addresses: PChainAddresses.optional(),
  nodeIds: NodeIds.optional(),
  sortOrder: SortOrder.default('desc'),
};

export const listPendingPrimaryNetworkRewards = endpoint({
  ...base,
  id: 'listPendingPrimaryNetworkRewards',
  path: '/v1/networks/{network}/rewards:listPending',
  summary: 'List the pending rewards of stakes, by creation of the stake',
  description:
    'By address, by node, or both; at least one is required. A page may be short, because rewards of 0 are omitted.',
  uses: { reads: ['Cursor', 'PNetwork', 'PBlock', 'PTx', 'PStakeOf', 'PValidator', 'PDelegator'] },
  query: z.object({ ...Paging, ...filters }),
  response: ListPendingRewardsResponse,
});

export const listHistoricalPrimaryNetworkRewards = endpoint({
  ...base,
  id: 'listHistoricalPrimaryNetworkRewards',
  path: '/v1/networks/{network}/rewards',
  summary: 'List the paid rewards of stakes, by paying block',
  description: 'By address, by node, or both; at least one is required.',
  uses: { reads: ['Cursor', 'PNetwork', 'PReward'] },
  query: z.object({
    ...Paging,
    ...filters,
    currency: Currency.optional().meta({ description: 'No effect: historical prices are not kept.' }),
  }),
  response: ListHistoricalRewardsResponse,
});
