import { shareFunction } from '../../core/http/share-function';
import * as declared from '../contract/endpoints';
import { handler as getApiLogs } from './get-api-logs';
import { handler as getApiUsageMetrics } from './get-api-usage-metrics';
import { handler as getRpcUsageMetrics } from './get-rpc-usage-metrics';
import { handler as getSubnetRpcUsageMetrics } from './get-subnet-rpc-usage-metrics';

export const handler = shareFunction([
  [declared.getApiUsageMetrics, getApiUsageMetrics],
  [declared.getApiLogs, getApiLogs],
  [declared.getRpcUsageMetrics, getRpcUsageMetrics],
  [declared.getSubnetRpcUsageMetrics, getSubnetRpcUsageMetrics],
]);
