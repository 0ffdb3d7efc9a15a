import * as z from 'zod';
import { INTERVALS } from '../../core/contract/intervals';
import { integer, number, seconds, text } from '../../core/contract/schemas/fields';
import { CHAIN_ID, integer as integerIn, Network, nextPageToken, PageToken } from '../../core/contract/schemas/params';
import { HealthStatus, IndicatorStatus } from '../../evm/contract/schemas/chains';

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const ROLLING_METRICS = [
  ...(['gasUsed', 'txCount', 'avgGps', 'maxGps', 'avgTps', 'maxTps', 'avgGasPrice', 'maxGasPrice'] as const),
  ...(['feesPaid', 'contracts', 'deployers', 'activeAddresses', 'activeSenders'] as const),
] as const;
export const CUMULATIVE_METRICS = [
  'cumulativeTxCount',
  'cumulativeAddresses',
  'cumulativeContracts',
  'cumulativeDeployers',
] as const;
export const CHAIN_METRICS = [...ROLLING_METRICS, ...CUMULATIVE_METRICS] as const;
export type RollingMetric = (typeof ROLLING_METRICS)[number];
export type CumulativeMetric = (typeof CUMULATIVE_METRICS)[number];

export const ChainMetric = choice(CHAIN_METRICS).meta({ id: 'ChainMetric', description: 'A metric of an EVM chain.' });
export const ChainRollingWindowMetric = choice(ROLLING_METRICS).meta({
  id: 'ChainRollingWindowMetric',
  description: 'A metric available in rolling windows.',
});
/** Chains that are counted together, as the published client names them. */
const CHAIN_GROUPS = ['total', 'mainnet', 'testnet'] as const;
export type ChainGroup = (typeof CHAIN_GROUPS)[number];
export const isChainGroup = (id: string): id is ChainGroup => (CHAIN_GROUPS as readonly string[]).includes(id);
export const ChainIdOrGroup = z
  .string()
  .regex(
    new RegExp(`^(${CHAIN_ID}|${CHAIN_GROUPS.join('|')})$`),
    `must be an EVM chain ID in decimal digits, a blockchain ID, or one of ${CHAIN_GROUPS.join(', ')}`,
  )
  .meta({
    description:
      'A chainId or platformChainId from /v1/chains, a blockchain ID, or a group: total (all indexed chains), mainnet or testnet.',
    example: '43114',
  });

export const TimeInterval = choice(INTERVALS)
  .meta({
    id: 'TimeIntervalGranularity',
    description: 'Length of each interval, aligned to UTC. Weeks start on Monday. Cumulative metrics support day only.',
  })
  .default('day');

const Time = integerIn(0, 9_999_999_999);
const MAX_POINTS = 2_160;
export const Points = {
  startTimestamp: Time.optional().meta({
    description: 'Only intervals that begin at this time or later, Unix time in seconds.',
    example: 1_763_856_000,
  }),
  endTimestamp: Time.optional().meta({
    description: 'Only intervals that begin before this time, Unix time in seconds.',
    example: 1_763_942_400,
  }),
};
export const PointPaging = {
  pageToken: PageToken,
  pageSize: integerIn(1, MAX_POINTS)
    .default(100)
    .meta({ description: `Values per page, 1 to ${MAX_POINTS}.` }),
};

const timestamp = seconds('Start of the interval.');
export const MetricsApiResponse = z
  .object({
    nextPageToken,
    results: z
      .array(
        z
          .object({ value: number('Value of the metric.', 1_234), timestamp })
          .meta({ id: 'MetricsValue', description: 'The value of an interval.' }),
      )
      .meta({ description: 'Newest first. The newest interval may still be open.' }),
  })
  .meta({ id: 'MetricsApiResponse', description: 'Values of a metric over time.' });

const inWindow = (name: string) => number(`Value in the last ${name}.`, 1_234).optional();
const windows = {
  lastHour: inWindow('hour'),
  lastDay: inWindow('24 hours'),
  lastWeek: inWindow('7 days'),
  lastMonth: inWindow('30 days'),
  last90Days: inWindow('90 days'),
  lastYear: inWindow('365 days'),
  allTime: number('Value since the first block of the chain.', 1_234).optional(),
};
export type Windows = Partial<Record<keyof typeof windows, number>>;
export const RollingWindowMetricsApiResponse = z
  .object({
    result: z.object(windows).meta({
      id: 'ChainRollingWindowMetricsValue',
      description: 'Values of the metric in windows that end now. Partially indexed windows are omitted.',
    }),
  })
  .meta({ id: 'RollingWindowMetricsApiResponse', description: 'Rolling-window values of a metric.' });

export const NETWORK_METRICS = ['delegatorCount', 'delegatorWeight', 'validatorCount', 'validatorWeight'] as const;
export const NetworkMetric = choice(NETWORK_METRICS).meta({
  id: 'NetworkMetric',
  description: 'Number or weight of the delegators or validators at the end of a day.',
});
export type NetworkMetric = (typeof NETWORK_METRICS)[number];
/** By subject. */
export const L1_METRICS = {
  network: ['totalCumulativeFeesDaily', 'totalValidatorFeesDaily', 'totalPayingValidatorsDaily'],
  subnet: ['perSubnetDailyFeesPaid', 'perSubnetCumulativeFeesPaid', 'perSubnetPayingValidators'],
  node: ['perNodeCumulativeFeesPaid', 'perNodeDailyFeesPaid'],
  validation: ['validationCumulativeFeesDaily', 'validationFeesDaily'],
} as const;
export type L1Metric = (typeof L1_METRICS)[keyof typeof L1_METRICS][number];
export const l1Metric = <K extends keyof typeof L1_METRICS>(kind: K) =>
  choice(L1_METRICS[kind]).meta({ description: 'Fees in nAVAX, or number of fee-paying validators.' });

export const ValidatorAddressesResponse = z
  .object({
    nextPageToken,
    addresses: z
      .array(
        z
          .object({
            addresses: z
              .array(text('A P-Chain address, in bech32.', 'avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg'))
              .meta({ description: 'Owners of the rewards.' }),
            sortKey: text('Start of the validation, Unix time in seconds.', '1763856000'),
          })
          .meta({ id: 'PChainAddressDetails', description: 'The reward owners of a validation.' }),
      )
      .meta({ description: 'Newest first, by creation.' }),
  })
  .meta({ id: 'PChainLookingGlassResponse', description: 'Reward owners of validators.' });
export const AddressesPageSize = integerIn(1, 5_000)
  .default(1_000)
  .meta({ description: 'Validations per page, 1 to 5000. A page may be short and still have a nextPageToken.' });

export const BridgedAddressesResponse = z
  .object({
    addresses: z
      .array(
        z
          .object({
            address: text('An address.', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'),
            sortKey: text('Amount.', '1'),
          })
          .meta({ id: 'BridgedAddressDetails', description: 'An address with its bridged amount.' }),
      )
      .meta({ description: 'Always absent: bridges are not indexed.' }),
  })
  .meta({ id: 'LookingGlassResponse', description: 'Addresses with their bridged amounts.' });

const blockchains = {
  srcBlockchainId: text(
    'Source blockchain (cb58), `all`, or `others`: all blockchains beyond the 100 with the most messages, combined.',
    'all',
  ),
  destBlockchainId: text('Destination blockchain (cb58), `all` or `others`.', 'all'),
};
export const ICMMetricsApiResponse = z
  .object({
    nextPageToken,
    results: z
      .array(
        z
          .object({ value: integer('Number of messages.', 12), timestamp, ...blockchains })
          .meta({ id: 'ICMMetricsValue', description: 'Messages of an interval.' }),
      )
      .meta({ description: 'Newest first. With groupBy, intervals without messages are omitted.' }),
  })
  .meta({ id: 'ICMMetricsApiResponse', description: 'Interchain message counts over time.' });
const IcmWindows = z
  .object({ ...windows, ...blockchains })
  .meta({ id: 'ICMRollingWindowMetricsValue', description: 'Message counts in windows that end now.' });
export const ICMRollingWindowMetricsApiResponse = z
  .object({
    result: IcmWindows,
    results: z.array(IcmWindows).optional().meta({ description: 'With groupBy: one element for each group.' }),
  })
  .meta({ id: 'ICMRollingWindowMetricsApiResponse', description: 'Message counts in rolling windows.' });

const BlockchainId = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{40,60}$/, 'must be a blockchain ID (cb58)')
  .optional();
const GROUPS = ['srcBlockchainId', 'destBlockchainId', 'srcBlockchainId,destBlockchainId'] as const;
export const IcmFilters = {
  srcBlockchainId: BlockchainId.meta({
    description: 'Only messages from this blockchain.',
    example: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
  }),
  destBlockchainId: BlockchainId.meta({
    description: 'Only messages to this blockchain.',
    example: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
  }),
  groupBy: choice(GROUPS).optional().meta({ id: 'ICMGroupBy', description: 'Splits the messages by blockchain.' }),
  network: Network.optional(),
};

export const MetricsChain = z
  .object({
    evmChainId: number('The EVM chain id (EIP-155). Rounded above 2^53: chainId in /v1/chains is exact.', 43_114),
    chainName: text('Name of the chain.', 'Avalanche (C-Chain)'),
    blockchainId: text(
      'Id of the blockchain (cb58); empty if the chain has none or it is not known.',
      '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
    ),
    subnetId: text(
      'Id of the subnet that validates it (cb58); empty if the chain has none or it is not known.',
      '11111111111111111111111111111111LpoYY',
    ),
    network: choice(['mainnet', 'testnet']).meta({ description: 'testnet: any chain that is not a mainnet.' }),
  })
  .meta({ id: 'MetricsChain', description: 'A chain with metrics.' });
export const ListMetricsChainsResponse = z
  .object({ chains: z.array(MetricsChain).meta({ description: 'The chains with an index.' }) })
  .meta({ id: 'MetricsListChainsResponse', description: 'Chains with metrics.' });

const Indicators = z.record(
  z.string(),
  z
    .looseObject({
      status: IndicatorStatus,
      indexedBlock: integer('The last indexed block.', 339).optional(),
      countedBlock: integer(
        'The last block counted by the follower. Requests count up to a thousand later ones themselves.',
        339,
      ).optional(),
    })
    .meta({
      id: 'MetricsHealthIndicator',
      description: 'Whether the metrics of a chain are up to date with its index.',
    }),
);
export const MetricsHealth = z
  .object({
    status: HealthStatus,
    info: Indicators.meta({ description: 'Chains whose metrics are up to date.' }),
    error: Indicators.meta({ description: 'Chains whose metrics are behind the index.' }),
    details: Indicators.meta({ description: 'All chains, by chain id.' }),
  })
  .meta({ id: 'MetricsHealthResult', description: 'Health of the metrics of each chain.' });
