import * as z from 'zod';
import { integer, number, seconds, text } from '../../core/contract/schemas/fields';
import { integer as integerIn, nextPageToken, Paging } from '../../core/contract/schemas/params';
import { SURFACES } from './access-log';
import { MAX_USAGE_POINTS, REQUEST_LOG_DAYS, USAGE_DAYS } from './usage';

const INTERVALS = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Interval = (typeof INTERVALS)[number];

const UsageInterval = z
  .enum(INTERVALS, { error: 'must be hourly, daily, weekly or monthly: requests are counted by the hour' })
  .meta({ id: 'UsageTimeInterval', description: 'Length of a time bucket (UTC). Weeks start on Monday.' });
const IntervalParameter = UsageInterval.default('daily').meta({
  description: 'Length of each time bucket. Requests are counted by the hour: `minute` is rejected with 400.',
});
const RequestType = z
  .enum(SURFACES, { error: 'must be data or rpc' })
  .meta({ id: 'UsageRequestType', description: 'data: the data API. rpc: the node RPC.' });
const Time = integerIn(0, 9_999_999_999);
const word = (description: string, example: string) =>
  z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, hyphens and underscores')
    .optional()
    .meta({ description, example });

const OrgId = word('The owner of the API key. Any other owner returns 404.', 'wallet');
const Range = {
  startTimestamp: Time.optional().meta({
    description:
      'Start of the range, Unix time in seconds, rounded down to the start of its time bucket. Default: 30 buckets before the end.',
    example: 1_763_856_000,
  }),
  endTimestamp: Time.optional().meta({
    description:
      'End of the range (exclusive), Unix time in seconds, rounded up to the end of its time bucket. Default: now.',
    example: 1_763_942_400,
  }),
};
const ResponseCode = z
  .string()
  .regex(/^[1-5]\d\d$/, 'must be an HTTP status code')
  .optional()
  .meta({ description: 'Only requests with this response status.', example: '200' });
const ChainFilter = word(
  'Only requests for this chain: an EVM chain id, or `p-chain-{network}` for the P-Chain.',
  '43114',
);
const Filters = {
  chainId: ChainFilter,
  responseCode: ResponseCode,
  requestType: RequestType.optional(),
  apiKeyId: word('Only requests with this key, by the id of the key, not its value.', 'a1b2c3d4e5'),
  requestPath: z
    .string()
    .max(256, 'must be at most 256 characters')
    .optional()
    .meta({ description: 'Only requests to this path, as documented.', example: '/v1/chains/{chainId}' }),
};

const GROUPS = ['requestPath', 'responseCode', 'chainId', 'apiKeyId', 'requestType'] as const;
export type UsageGroup = (typeof GROUPS)[number];

export const UsageQuery = z.object({
  orgId: OrgId,
  ...Range,
  timeInterval: IntervalParameter,
  groupBy: z
    .enum(GROUPS, { error: `must be one of ${GROUPS.join(', ')}` })
    .optional()
    .meta({ id: 'UsageGroupBy', description: 'Splits each time bucket by this field.' }),
  ...Filters,
});

const notRecorded = (name: string) =>
  z
    .literal('-', { error: `must be omitted: ${name} are not recorded` })
    .optional()
    .meta({ description: `Omit: ${name} are not recorded. Values other than \`-\` are rejected with 400.` });
const RPC_GROUPS = ['rpcMethod', 'responseCode', 'rlBypassToken'] as const;
export const RpcUsageQuery = z.object({
  timeInterval: IntervalParameter,
  ...Range,
  groupBy: z
    .enum(RPC_GROUPS, { error: `must be one of ${RPC_GROUPS.join(', ')}` })
    .optional()
    .meta({
      id: 'RpcUsageGroupBy',
      description:
        'Splits each time bucket by this field. RPC methods and tokens are not recorded: all requests are in the group `-`.',
    }),
  chainId: ChainFilter,
  responseCode: ResponseCode,
  rpcMethod: notRecorded('RPC methods'),
  rlBypassApiToken: notRecorded('bypass tokens'),
});

const { startTimestamp, endTimestamp } = Range;
export const RequestLogQuery = z.object({
  orgId: OrgId,
  startTimestamp: startTimestamp.meta({
    description: 'Start of the range, Unix time in seconds. Default: the oldest request kept.',
    example: 1_763_856_000,
  }),
  endTimestamp: endTimestamp.meta({
    description: 'End of the range (exclusive), Unix time in seconds. Default: now.',
    example: 1_763_942_400,
  }),
  ...Filters,
  ...Paging,
});

const sums = {
  totalRequests: integer('Requests, including rejected ones.', 1_000),
  requestsPerSecond: number('Requests per second, averaged over the time bucket.', 0.28),
  successRatePercent: number('Percentage of requests with a response status below 400.', 99.5),
  medianResponseTimeMsecs: integer('Median response time in milliseconds, accurate to 10 %.', 12),
  invalidRequests: integer('Requests with a response status from 400 to 499.', 5),
  apiCreditsUsed: number('Compute units of the requests, as documented for each endpoint.', 20_000),
  apiCreditsWasted: number('Compute units of the invalid requests.', 100),
};
const groupValue = z
  .string()
  .optional()
  .meta({ description: 'Value of the group; `-` if its requests have no value.', example: '43114' });

const metricsBy = <G extends string>(groups: readonly G[], prefix: '' | 'Rpc') =>
  z
    .array(
      z
        .object({
          timestamp: seconds('Start of the time bucket.'),
          values: z
            .array(
              z
                .object({
                  groupedBy: z
                    .enum<(G | 'None')[]>([...groups, 'None'])
                    .meta({ description: 'Field that the values are grouped by.' }),
                  groupValue,
                  ...sums,
                })
                .meta({ id: `${prefix}UsageMetricsValue`, description: 'Requests of one group.' }),
            )
            .meta({ description: 'One value per group; a single value without groupBy.' }),
        })
        .meta({ id: `${prefix}UsageMetric`, description: 'Requests of one time bucket.' }),
    )
    .meta({ description: 'Time buckets, oldest first. Buckets without requests are omitted.' });

export const UsageMetrics = z
  .object({ aggregateDuration: UsageInterval, orgId: text('The owner.', 'wallet'), metrics: metricsBy(GROUPS, '') })
  .meta({ id: 'UsageMetricsResponse', description: 'Usage of the service by an owner.' });

export const RpcUsageMetrics = z
  .object({
    aggregateDuration: UsageInterval,
    chainId: text('The requested chain, or `all`.', 'all'),
    metrics: metricsBy(RPC_GROUPS, 'Rpc'),
  })
  .meta({ id: 'RpcUsageMetricsResponse', description: 'Usage of the node RPC by an owner.' });

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
            apiKeyAlias: text('Same as apiKeyId: names of keys are not recorded.', 'a1b2c3d4e5'),
            hostRegion: text('Region of the service.', 'us-east-1'),
            requestType: RequestType,
            requestPath: text('The path as sent, without the query.', '/v1/chains/43114/blocks/339'),
            apiCreditsConsumed: number('Compute units of the request, as documented for its endpoint.', 20),
            requestDurationMsecs: integer('Response time in milliseconds.', 12),
            responseCode: integer('Response status.', 200),
            chainId: text('The chain in the path, if any.', '43114').optional(),
            metadata: z
              .object({
                ipAddress: text('IP address of the caller.', '192.0.2.1'),
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

export const KEPT = {
  counts: `kept for ${USAGE_DAYS} days`,
  requests: `kept for ${REQUEST_LOG_DAYS} days`,
  points: `at most ${MAX_USAGE_POINTS.toLocaleString('en')} time buckets per response`,
};
