import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';
import { ChainId, Network } from '../../core/contract/schemas/params';
import {
  ChainMetric,
  ChainRollingWindowMetric,
  ICMMetricsApiResponse,
  ICMRollingWindowMetricsApiResponse,
  IcmFilters,
  ListMetricsChainsResponse,
  MetricsApiResponse,
  MetricsChain,
  PointPaging,
  Points,
  RollingWindowMetricsApiResponse,
  TimeInterval,
} from './schemas';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'Chain Metrics',
  sharedFunction: 'metrics',
  weight: 100,
  readUnits: READ_UNITS.large,
  askInstead: 'ask for a shorter time range',
  uses: {
    reads: ['Cursor', 'Block', 'TxInternal', 'MetricsRow', 'BlockchainIdOfChain'],
    raw: ['get'],
    traces: ['get'],
    states: ['get'],
  },
} as const;
const chain = z.object({ chainId: ChainId });
const nothing = z.object({});

const METRICS = [
  'Metrics count up to the indexed block; after a reorg, only blocks of the new branch count.',
  'activeAddresses: distinct senders and recipients of transactions and of ERC-20, ERC-721 and ERC-1155 transfers. activeSenders: of these, the senders.',
  'txCount, gasUsed, feesPaid: transactions, their gas, and gas used times effective gas price, in wei.',
  'avgGasPrice, maxGasPrice: effective gas price of transactions, in wei.',
  'avgTps, avgGps: transactions and gas per second, from the last block before the interval to its last block. maxTps, maxGps: of a single block, by the time since the block before.',
  'contracts, deployers: contracts created by transactions and, where internal transactions are indexed, by other contracts; and their distinct creators.',
].join('\n\n');

export const listMetricsChains = endpoint({
  ...base,
  id: 'listMetricsChains',
  operationId: 'listChains',
  path: '/v2/chains',
  summary: 'List the chains with metrics',
  params: nothing,
  query: z.object({ network: Network.optional() }),
  response: ListMetricsChainsResponse,
});

export const getMetricsChain = endpoint({
  ...base,
  id: 'getMetricsChain',
  operationId: 'getChain',
  path: '/v2/chains/{chainId}',
  summary: 'Get a chain with metrics',
  params: chain,
  query: nothing,
  response: MetricsChain,
});

export const getEvmChainMetrics = endpoint({
  ...base,
  id: 'getEvmChainMetrics',
  path: '/v2/chains/{chainId}/metrics/{metric}',
  summary: 'Get a metric of an EVM chain over time',
  description: `${METRICS}\n\nCumulative metrics count from the first block of the chain to the end of the day; without its whole history they are 404. Intervals that are not indexed as a whole are omitted.`,
  params: chain.extend({ metric: ChainMetric }),
  query: z.object({ ...Points, timeInterval: TimeInterval, ...PointPaging }),
  response: MetricsApiResponse,
});

export const getEvmChainRollingWindowMetrics = endpoint({
  ...base,
  id: 'getEvmChainRollingWindowMetrics',
  path: '/v2/chains/{chainId}/rollingWindowMetrics/{metric}',
  summary: 'Get a metric of an EVM chain in the last hour, day, week, month, 90 days, year and all time',
  description: `${METRICS}\n\nThe last hour begins 3,600 seconds ago; longer windows begin at a full hour, so they are up to an hour longer. activeAddresses and activeSenders have lastHour, lastDay and lastWeek.`,
  params: chain.extend({ metric: ChainRollingWindowMetric }),
  query: nothing,
  response: RollingWindowMetricsApiResponse,
});

const ICM =
  'Messages sent through the messenger contracts, counted where they were sent, or where they are received if the sending chain is not indexed here.';

export const getIcmSummary = endpoint({
  ...base,
  id: 'getIcmSummary',
  operationId: 'getICMSummary',
  path: '/v2/icm/summary',
  summary: 'Get the number of interchain messages in windows of time',
  description: ICM,
  params: nothing,
  query: z.object(IcmFilters),
  response: ICMRollingWindowMetricsApiResponse,
});

export const getIcmTimeseries = endpoint({
  ...base,
  id: 'getIcmTimeseries',
  operationId: 'getICMTimeseries',
  path: '/v2/icm/timeseries',
  summary: 'Get the number of interchain messages over time',
  description: ICM,
  params: nothing,
  query: z.object({ ...IcmFilters, ...Points, timeInterval: TimeInterval, ...PointPaging }),
  response: ICMMetricsApiResponse,
});
