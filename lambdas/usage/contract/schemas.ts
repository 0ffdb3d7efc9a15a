import * as z from 'zod';
import { integer, number, seconds, text } from '../../core/contract/schemas/fields';
import { integer as integerIn, nextPageToken, Paging } from '../../core/contract/schemas/params';
import { SURFACES } from './access-log';
import { MAX_USAGE_POINTS, REQUEST_LOG_DAYS, USAGE_DAYS } from './usage';

/** Lengths of the points in time. */
const INTERVALS = ['hourly', 'daily', 'weekly', 'monthly'] as const;
/** One of them. */
export type Interval = (typeof INTERVALS)[number];

const UsageInterval = z
  .enum(INTERVALS, { error: 'must be hourly, daily, weekly or monthly: requests are counted by the hour' })
  .meta({ id: 'UsageTimeInterval', description: 'Length of a point in time (UTC). A week starts on Monday.' });
const IntervalParameter = UsageInterval.default('daily').meta({
  description: 'Length of each point in time. Requests are counted by the hour: `minute` is refused with 400.',
});
const RequestType = z
  .enum(SURFACES, { error: 'must be data or rpc' })
  .meta({ id: 'UsageRequestType', description: 'data: the data API. rpc: the node RPC.' });
const Time = integerIn(0, 9_999_999_999);
const word = (description: string, example: string) =>
  z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be up to 64 letters, digits, dots, hyphens and underscores')
    .optional()
    .meta({ description, example });

const OrgId = word('The owner of the API key. Another owner is answered with 404.', 'wallet');
const Range = {
  startTimestamp: Time.optional().meta({
    description:
      'Start of the range, Unix time in seconds, rounded down to the start of its point in time. By default 30 points before the end.',
    example: 1_763_856_000,
  }),
  endTimestamp: Time.optional().meta({
    description:
      'End of the range (exclusive), Unix time in seconds, rounded up to the end of its point in time. By default now.',
    example: 1_763_942_400,
  }),
};
const ResponseCode = z
  .string()
  .regex(/^[1-5]\d\d$/, 'must be a status code')
  .optional()
  .meta({ description: 'Only requests answered with this status.', example: '200' });
const ChainFilter = word(
  'Only requests for this chain: an EVM chain id, or `p-chain-` and the network for the P-Chain.',
  '43114',
);
/** What single requests and their counts can be filtered by. */
const Filters = {
  chainId: ChainFilter,
  responseCode: ResponseCode,
  requestType: RequestType.optional(),
  apiKeyId: word('Only requests with this key: its id, not the key itself.', 'a1b2c3d4e5'),
  requestPath: z
    .string()
    .max(256, 'must be at most 256 characters')
    .optional()
    .meta({ description: 'Only requests to this path, as it is documented.', example: '/v1/chains/{chainId}' }),
};

/** What counts of requests can be grouped by. */
const GROUPS = ['requestPath', 'responseCode', 'chainId', 'apiKeyId', 'requestType'] as const;
/** One of them. */
export type UsageGroup = (typeof GROUPS)[number];

/** Parameters of the usage of an owner. */
export const UsageQuery = z.object({
  orgId: OrgId,
  ...Range,
  timeInterval: IntervalParameter,
  groupBy: z
    .enum(GROUPS, { error: `must be one of ${GROUPS.join(', ')}` })
    .optional()
    .meta({ id: 'UsageGroupBy', description: 'Splits each point in time by this.' }),
  ...Filters,
});

const notRecorded = (name: string) =>
  z
    .literal('-', { error: `must be left out: ${name} are not recorded` })
    .optional()
    .meta({ description: `To be left out: ${name} are not recorded, and other values are refused with 400.` });
const RPC_GROUPS = ['rpcMethod', 'responseCode', 'rlBypassToken'] as const;
/** Parameters of the usage of the node RPC. */
export const RpcUsageQuery = z.object({
  timeInterval: IntervalParameter,
  ...Range,
  groupBy: z
    .enum(RPC_GROUPS, { error: `must be one of ${RPC_GROUPS.join(', ')}` })
    .optional()
    .meta({
      id: 'RpcUsageGroupBy',
      description:
        'Splits each point in time by this. RPC methods and tokens are not recorded: all requests are in the group `-`.',
    }),
  chainId: ChainFilter,
  responseCode: ResponseCode,
  rpcMethod: notRecorded('RPC methods'),
  rlBypassApiToken: notRecorded('bypass tokens'),
});

const { startTimestamp, endTimestamp } = Range;
/** Parameters of an owner's requests. */
export const RequestLogQuery = z.object({
  orgId: OrgId,
  startTimestamp: startTimestamp.meta({
    description: 'Start of the range, Unix time in seconds. By default the oldest request that is kept.',
    example: 1_763_856_000,
  }),
  endTimestamp: endTimestamp.meta({
    description: 'End of the range (exclusive), Unix time in seconds. By default now.',
    example: 1_763_942_400,
  }),
  ...Filters,
  ...Paging,
});

const sums = {
  totalRequests: integer('Requests, including refused ones.', 1_000),
  requestsPerSecond: number('Requests per second, on average over the point in time.', 0.28),
  successRatePercent: number('Share of requests answered with a status below 400, in percent.', 99.5),
  medianResponseTimeMsecs: integer('Median response time in milliseconds, to within a tenth.', 12),
  invalidRequests: integer('Requests answered with a status from 400 to 499.', 5),
  apiCreditsUsed: number('Compute units of the requests, as documented for each endpoint.', 20_000),
  apiCreditsWasted: number('Compute units of the invalid requests.', 100),
};
const groupValue = z
  .string()
  .optional()
  .meta({ description: 'What the requests have in common; `-` if they have no such value.', example: '43114' });

/** Points in time with the sums of their groups. `prefix`: of the names of their schemas. */
const metricsBy = <G extends string>(groups: readonly G[], prefix: '' | 'Rpc') =>
  z
    .array(
      z
        .object({
          timestamp: seconds('Start of the point in time.'),
          values: z
            .array(
              z
                .object({
                  groupedBy: z
                    .enum<(G | 'None')[]>([...groups, 'None'])
                    .meta({ description: 'What the values are split by.' }),
                  groupValue,
                  ...sums,
                })
                .meta({ id: `${prefix}UsageMetricsValue`, description: 'Requests of one group.' }),
            )
            .meta({ description: 'One for each group; a single one without groupBy.' }),
        })
        .meta({ id: `${prefix}UsageMetric`, description: 'Requests of one point in time.' }),
    )
    .meta({ description: 'Points in time, oldest first. Those without requests are left out.' });

/** Counts of an owner's requests. */
export const UsageMetrics = z
  .object({ aggregateDuration: UsageInterval, orgId: text('The owner.', 'wallet'), metrics: metricsBy(GROUPS, '') })
  .meta({ id: 'UsageMetricsResponse', description: 'How much an owner used the service.' });

/** Counts of an owner's requests to the node RPC. */
export const RpcUsageMetrics = z
  .object({
    aggregateDuration: UsageInterval,
    chainId: text('The chain that was asked for, or `all`.', 'all'),
    metrics: metricsBy(RPC_GROUPS, 'Rpc'),
  })
  .meta({ id: 'RpcUsageMetricsResponse', description: 'How much an owner used the node RPC.' });

/** A page of an owner's requests. */
export const RequestLog = z
  .object({
    orgId: text('The owner.', 'wallet'),
    logs: z
      .array(
        z
          .object({
            orgId: text('The owner.', 'wallet'),
            logId: text('Id of the request, as in the header x-request-id.', '8e03978e-40d5-43e8-bc93-6894a57f9324'),
            eventTimestamp: seconds('When the request arrived.'),
            apiKeyId: text('Id of the key.', 'a1b2c3d4e5'),
            apiKeyAlias: text('The id again: names of keys are not recorded.', 'a1b2c3d4e5'),
            hostRegion: text('Region of the service.', 'us-east-1'),
            requestType: RequestType,
            requestPath: text('The path that was sent, without its query.', '/v1/chains/43114/blocks/339'),
            apiCreditsConsumed: number('Compute units of the request, as documented for its endpoint.', 20),
            requestDurationMsecs: integer('Response time in milliseconds.', 12),
            responseCode: integer('Status of the answer.', 200),
            chainId: text('The chain of the path, if it has one.', '43114').optional(),
            metadata: z
              .object({
                ipAddress: text('Address of the caller.', '192.0.2.1'),
                host: text('Host that the request was sent to.', 'api.example.com'),
                userAgent: text('Always empty: user agents are not recorded.', ''),
              })
              .meta({ id: 'RequestLogMetadata', description: 'The caller.' }),
          })
          .meta({ id: 'RequestLogEntry', description: 'A request.' }),
      )
      .meta({ description: 'Requests, newest first.' }),
    nextPageToken,
  })
  .meta({ id: 'RequestLogResponse', description: 'A page of requests.' });

/** Texts of descriptions. */
export const KEPT = {
  counts: `kept for ${USAGE_DAYS} days`,
  requests: `kept for ${REQUEST_LOG_DAYS} days`,
  points: `at most ${MAX_USAGE_POINTS.toLocaleString('en')} points in time an answer`,
};
