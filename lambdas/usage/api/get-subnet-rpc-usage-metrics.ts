import { getSubnetRpcUsageMetrics } from '../contract/endpoints';
import { implement } from './implement';
import { rpcUsageMetrics } from './shared/usage';

export const handler = implement(getSubnetRpcUsageMetrics, rpcUsageMetrics);
