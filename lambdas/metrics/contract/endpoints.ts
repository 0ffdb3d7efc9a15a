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
  askInstead: 'ask for a shorter time range',
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

const METRICS = [
  'Metrics count up to the indexed block; after a reorg, only blocks of the new branch count.',
  'activeAddresses: distinct senders and recipients of transactions and of ERC-20, ERC-721 and ERC-1155 transfers. activeSenders: of these, the senders.',
  'txCount, gasUsed, feesPaid: transactions, their gas, and gas used times effective gas price, in wei.',
  'avgGasPrice, maxGasPrice: effective gas price of transactions, in wei.',
  'avgTps, avgGps: transactions and gas per second, from the last block before the interval to its last block. maxTps, maxGps: of a single block, by the time since the block before.',
  'contracts, deployers: contracts created by transactions and, where internal transactions are indexed, by other contracts; and their distinct creators.',
  'Values of a group of chains are summed; maxTps, maxGps and maxGasPrice are the highest of its chains, and avgGasPrice is the mean over all transactions. An address active on two chains counts twice, and wei are in each chain’s own token. Only intervals and windows known of every chain are shown: a group begins with the latest first fully indexed interval of its partly indexed chains, and ends where the chain that lags most is indexed to.',
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
  params: z.object({ chainId: ChainIdOrGroup, metric: ChainMetric }),
  query: z.object({ ...Points, timeInterval: TimeInterval, ...PointPaging }),
  response: MetricsApiResponse,
});

export const getEvmChainRollingWindowMetrics = endpoint({
  ...base,
  id: 'getEvmChainRollingWindowMetrics',
  path: '/v2/chains/{chainId}/rollingWindowMetrics/{metric}',
  summary: 'Get a metric of an EVM chain in the last hour, day, week, month, 90 days, year and all time',
  description: `${METRICS}\n\nThe last hour begins 3,600 seconds ago; longer windows begin at a full hour, so they are up to an hour longer. Without values while a chain is more than five minutes behind. activeAddresses, activeSenders and deployers have lastHour, lastDay and lastWeek.`,
  params: z.object({ chainId: ChainIdOrGroup, metric: ChainRollingWindowMetric }),
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

export const getAddressesByBtcbBridged = endpoint({
  ...base,
  id: 'getAddressesByBtcbBridged',
  path: '/v2/chains/{chainId}/btcb/bridged:getAddresses',
  summary: 'Get addresses by bridged BTC.b',
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
  id: 'getStakingMetrics',
  path: '/v2/networks/{network}/metrics/{metric}',
  summary: 'Get the number or weight of validators or delegators over time',
  description:
    'At the end of each day, and now; L1 validators count while they are active. Weights in nAVAX, or in the unit of the subnet. Days indexed by releases up to 0.1.0 are omitted until they are derived again.',
  params: z.object({ network: NetworkName, metric: NetworkMetric }),
  query: z.object({
    subnetId: SubnetId.optional().meta({ description: 'Only of this subnet. Default: the sum of all subnets.' }),
    ...Points,
    ...PointPaging,
  }),
  response: MetricsApiResponse,
});

export const getValidatorsByDateRange = endpoint({
  ...staking,
  id: 'getValidatorsByDateRange',
  path: '/v2/subnets/{subnetId}/validators:getAddresses',
  summary: 'List the reward owners of the validators in a time range',
  description: 'Of each stake that validated the subnet at any time of the range. network defaults to mainnet.',
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
  description:
    'Fees (ACP-77) are counted in the day of the block that charges them, and those of the last day are at most some minutes old; cumulative ones need the network’s whole history, else 404. network defaults to mainnet, or to the only network that is indexed.',
  query: z.object({ network: NetworkName.optional(), ...Points }),
  response: MetricsApiResponse,
} as const;

export const getTotalL1ValidatorMetrics = endpoint({
  ...l1,
  id: 'getTotalL1ValidatorMetrics',
  path: '/v2/validators/metrics/{metric}',
  summary: 'Get fees and number of all L1 validators by day',
  params: z.object({ metric: l1Metric('network') }),
});

export const getMetricsBySubnetId = endpoint({
  ...l1,
  id: 'getMetricsBySubnetId',
  path: '/v2/subnet/{subnetId}/metrics/{metric}',
  summary: 'Get fees and number of the validators of an L1 by day',
  params: z.object({ subnetId: SubnetId, metric: l1Metric('subnet') }),
});

export const getMetricsByNodeId = endpoint({
  ...l1,
  id: 'getMetricsByNodeId',
  path: '/v2/validator/{nodeId}/metrics/{metric}',
  summary: 'Get the fees that a node has paid as L1 validator by day',
  params: z.object({ nodeId: NodeId, metric: l1Metric('node') }),
});

export const getMetricsByValidationId = endpoint({
  ...l1,
  id: 'getMetricsByValidationId',
  path: '/v2/validation/{l1ValidationId}/metrics/{metric}',
  summary: 'Get the fees of an L1 validation by day',
  params: z.object({ l1ValidationId: ValidationId, metric: l1Metric('validation') }),
});

const health = { ...base, params: nothing, query: nothing, response: MetricsHealth, weight: 1 } as const;

export const metricsHealthCheck = endpoint({
  ...health,
  id: 'metricsHealthCheck',
  operationId: 'metrics-health-check',
  path: '/v2/health-check',
  summary: 'Health of the metrics of each chain',
});

export const metricsLiveCheck = endpoint({
  ...health,
  id: 'metricsLiveCheck',
  operationId: 'metrics-live-check',
  path: '/v2/live-check',
  summary: 'Liveness check of the metrics',
});
