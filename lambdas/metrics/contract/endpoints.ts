import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';
import { ChainId, Network, PageToken } from '../../core/contract/schemas/params';
import { NetworkName, NodeId, SubnetId, ValidationId } from '../../pchain/contract/schemas/params';
import {
  AddressesPageSize,
  BridgedAddressesResponse,
  ChainIdOrGroup,
  ChainMetric,
  ChainRollingWindowMetric,
  ICMMetricsApiResponse,
  ICMRollingWindowMetricsApiResponse,
  IcmFilters,
  ListMetricsChainsResponse,
  l1Metric,
  MetricsApiResponse,
  MetricsChain,
  MetricsHealth,
  NetworkMetric,
  PointPaging,
  Points,
  RollingWindowMetricsApiResponse,
  TimeInterval,
  ValidatorAddressesResponse,
} from './schemas';

const base = {
  method: 'GET',
  access: 'anyone',
  tag: 'Chain Metrics',
  sharedFunction: 'metrics',
  weight: 100,
  readUnits: READ_UNITS.large,
  uses: {
    reads: [
      ...(['Cursor', 'Block', 'TxInternal', 'MetricsRow', 'BlockchainIdOfChain'] as const),
      ...(['PNetwork', 'PValidator', 'PStakingDay'] as const),
    ],
    raw: ['get'],
    traces: ['get'],
    states: ['get'],
  },
} as const;
const chain = z.object({ chainId: ChainId });
const staking = { ...base, tag: 'Staking Metrics' } as const;
const nothing = z.object({});
const inRange = { askInstead: 'ask for a shorter time range' } as const;

const DEFAULT_NETWORK = 'network defaults to mainnet, or to the only network that is indexed.';

const METRICS = [
  'Metrics include every block up to the indexed block. After a reorg, only blocks of the new branch count.',
  'activeAddresses: distinct senders and recipients of transactions and of ERC-20, ERC-721 and ERC-1155 transfers. activeSenders: the senders among them. The zero address is one of them if tokens were minted or burned.',
  'txCount: number of transactions. gasUsed: gas they used. feesPaid: gas used times effective gas price, in wei.',
  'avgGasPrice, maxGasPrice: effective gas price of transactions, in wei.',
  'avgTps, avgGps: transactions and gas per second, from the last block before the interval to its last block. maxTps, maxGps: the highest rate of a single block, over the time since its parent.',
  'contracts: contracts created by transactions and, where internal transactions are indexed, by other contracts. deployers: the distinct addresses that created them.',
  'For a group, values are summed over its chains, except maxTps, maxGps and maxGasPrice (the highest of any chain) and avgGasPrice (the mean over all transactions). An address active on two chains counts twice, and wei amounts add up different native tokens. Only intervals and windows that are complete on every chain are returned: a group starts at the latest start among its partially indexed chains, and ends where the chain furthest behind ends.',
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
  ...inRange,
  id: 'getEvmChainMetrics',
  path: '/v2/chains/{chainId}/metrics/{metric}',
  summary: 'Get a metric of an EVM chain over time',
  description: `${METRICS}\n\nCumulative metrics count from the chain’s first block to the end of each day, and return 404 unless the full history is indexed. Partially indexed intervals are omitted.`,
  params: z.object({ chainId: ChainIdOrGroup, metric: ChainMetric }),
  query: z.object({ ...Points, timeInterval: TimeInterval, ...PointPaging }),
  response: MetricsApiResponse,
});

export const getEvmChainRollingWindowMetrics = endpoint({
  ...base,
  id: 'getEvmChainRollingWindowMetrics',
  path: '/v2/chains/{chainId}/rollingWindowMetrics/{metric}',
  summary: 'Get a metric of an EVM chain in rolling windows',
  description: `${METRICS}\n\nlastHour starts exactly 3,600 seconds ago; longer windows start on the hour, so they can be up to an hour longer. The result is empty while a chain is more than five minutes behind. activeAddresses, activeSenders and deployers have lastHour, lastDay and lastWeek only.`,
  params: z.object({ chainId: ChainIdOrGroup, metric: ChainRollingWindowMetric }),
  query: nothing,
  response: RollingWindowMetricsApiResponse,
});

const ICM =
  'Messages sent through the messenger contracts, counted on the source chain, or on the destination chain if the source is not indexed here.';

export const getIcmSummary = endpoint({
  ...base,
  id: 'getIcmSummary',
  operationId: 'getICMSummary',
  path: '/v2/icm/summary',
  summary: 'Get interchain message counts in rolling windows',
  description: ICM,
  params: nothing,
  query: z.object(IcmFilters),
  response: ICMRollingWindowMetricsApiResponse,
});

export const getIcmTimeseries = endpoint({
  ...base,
  ...inRange,
  id: 'getIcmTimeseries',
  operationId: 'getICMTimeseries',
  path: '/v2/icm/timeseries',
  summary: 'Get interchain message counts over time',
  description: ICM,
  params: nothing,
  query: z.object({ ...IcmFilters, ...Points, timeInterval: TimeInterval, ...PointPaging }),
  response: ICMMetricsApiResponse,
});

export const getAddressesByBtcbBridged = endpoint({
  ...base,
  id: 'getAddressesByBtcbBridged',
  path: '/v2/chains/{chainId}/btcb/bridged:getAddresses',
  summary: 'List addresses by amount of BTC.b bridged',
  description: 'Always 404: bridges are not indexed.',
  params: chain,
  query: z.object({
    threshold: z
      .string()
      .optional()
      .meta({ description: 'Smallest amount, in the unit of the token.', example: '1000000' }),
  }),
  response: BridgedAddressesResponse,
});

export const getStakingMetrics = endpoint({
  ...staking,
  ...inRange,
  id: 'getStakingMetrics',
  path: '/v2/networks/{network}/metrics/{metric}',
  summary: 'Get validator and delegator counts or weights over time',
  description:
    'One value per day, as of its end; the newest value is current. L1 validators count only while active. Weights are in nAVAX, or in the subnet’s own unit. Days indexed by release 0.1.0 or earlier are omitted until they are rederived.',
  params: z.object({ network: NetworkName, metric: NetworkMetric }),
  query: z.object({
    subnetId: SubnetId.optional().meta({ description: 'Only this subnet. Default: all subnets combined.' }),
    ...Points,
    ...PointPaging,
  }),
  response: MetricsApiResponse,
});

export const getValidatorsByDateRange = endpoint({
  ...staking,
  ...inRange,
  id: 'getValidatorsByDateRange',
  path: '/v2/subnets/{subnetId}/validators:getAddresses',
  summary: 'List the reward owners of the validators in a time range',
  description: `One entry for each stake that was validating the subnet at any time in the range. ${DEFAULT_NETWORK}`,
  params: z.object({ subnetId: SubnetId }),
  query: z.object({
    network: NetworkName.optional(),
    startTimestamp: Points.startTimestamp.meta({ description: 'Start of the range, Unix time in seconds.' }),
    endTimestamp: Points.endTimestamp.meta({ description: 'End of the range (exclusive), Unix time in seconds.' }),
    pageToken: PageToken,
    pageSize: AddressesPageSize,
  }),
  response: ValidatorAddressesResponse,
});

const l1 = {
  ...staking,
  ...inRange,
  description: `Fees (ACP-77) count towards the day of the block that charges them; the current day lags by a few minutes at most. Cumulative metrics return 404 unless the network’s full history is indexed. ${DEFAULT_NETWORK}`,
  query: z.object({ network: NetworkName.optional(), ...Points }),
  response: MetricsApiResponse,
} as const;

export const getTotalL1ValidatorMetrics = endpoint({
  ...l1,
  id: 'getTotalL1ValidatorMetrics',
  path: '/v2/validators/metrics/{metric}',
  summary: 'Get daily fees and counts of all L1 validators',
  params: z.object({ metric: l1Metric('network') }),
});

export const getMetricsBySubnetId = endpoint({
  ...l1,
  id: 'getMetricsBySubnetId',
  path: '/v2/subnet/{subnetId}/metrics/{metric}',
  summary: 'Get daily fees and validator counts of an L1',
  params: z.object({ subnetId: SubnetId, metric: l1Metric('subnet') }),
});

export const getMetricsByNodeId = endpoint({
  ...l1,
  id: 'getMetricsByNodeId',
  path: '/v2/validator/{nodeId}/metrics/{metric}',
  summary: 'Get daily fees paid by a node as an L1 validator',
  params: z.object({ nodeId: NodeId, metric: l1Metric('node') }),
});

export const getMetricsByValidationId = endpoint({
  ...l1,
  id: 'getMetricsByValidationId',
  path: '/v2/validation/{l1ValidationId}/metrics/{metric}',
  summary: 'Get daily fees of an L1 validation',
  params: z.object({ l1ValidationId: ValidationId, metric: l1Metric('validation') }),
});

const health = { ...base, params: nothing, query: nothing, response: MetricsHealth, weight: 1 } as const;

export const metricsHealthCheck = endpoint({
  ...health,
  id: 'metricsHealthCheck',
  operationId: 'metrics-health-check',
  path: '/v2/health-check',
  summary: 'Check whether metrics are up to date',
});

export const metricsLiveCheck = endpoint({
  ...health,
  id: 'metricsLiveCheck',
  operationId: 'metrics-live-check',
  path: '/v2/live-check',
  summary: 'Liveness check for metrics',
});
