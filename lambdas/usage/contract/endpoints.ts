import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { READ_UNITS } from '../../core/contract/read-units';
import { KEPT, RequestLog, RequestLogQuery, RpcUsageMetrics, RpcUsageQuery, UsageMetrics, UsageQuery } from './schemas';

const ofOwner = {
  method: 'GET',
  access: 'key',
  tag: 'Data API Usage Metrics',
  sharedFunction: 'usage',
  weight: 200,
  askInstead: 'ask for a shorter time range',
  uses: { reads: ['UsageHour', 'RequestLog'] },
  params: z.object({}),
} as const;
const COUNTED =
  'Requests appear within two minutes, including requests rejected with 401 or 429 once the key was recognised.';
const rpc = { ...ofOwner, readUnits: READ_UNITS.large, query: RpcUsageQuery, response: RpcUsageMetrics } as const;

export const getApiUsageMetrics = endpoint({
  ...ofOwner,
  id: 'getApiUsageMetrics',
  readUnits: READ_UNITS.large,
  path: '/v1/apiUsageMetrics',
  summary: 'Get usage metrics for the Data API',
  description: `Requests by the key’s owner to the data API and the node RPC, ${KEPT.counts}; ${KEPT.points}. ${COUNTED}`,
  query: UsageQuery,
  response: UsageMetrics,
});

export const getApiLogs = endpoint({
  ...ofOwner,
  id: 'getApiLogs',
  readUnits: READ_UNITS.page,
  path: '/v1/apiLogs',
  summary: 'List the requests of an owner',
  description: `Individual requests by the key’s owner, newest first, ${KEPT.requests}. With filters a page may be short and still have a nextPageToken. ${COUNTED}`,
  query: RequestLogQuery,
  response: RequestLog,
});

export const getSubnetRpcUsageMetrics = endpoint({
  ...rpc,
  id: 'getSubnetRpcUsageMetrics',
  path: '/v1/subnetRpcUsageMetrics',
  summary: 'Get usage metrics for the Subnet RPC',
  description: `Requests by the key’s owner to the node RPC, ${KEPT.counts}; ${KEPT.points}. A batch counts as one request. ${COUNTED}`,
});

export const getRpcUsageMetrics = endpoint({
  ...rpc,
  id: 'getRpcUsageMetrics',
  path: '/v1/rpcUsageMetrics',
  summary: 'Get usage metrics for the Subnet RPC',
  description: 'Former name of `/v1/subnetRpcUsageMetrics`.',
  deprecated: true,
});
