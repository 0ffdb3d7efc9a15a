import { getSubnetRpcUsageMetrics } from '../../contract/endpoints/usage';
import { implement } from '../implement/usage';
import { rpcUsageMetrics } from '../shared/usage';

export const handler = implement(getSubnetRpcUsageMetrics, rpcUsageMetrics);
