import { getRpcUsageMetrics } from '../../contract/endpoints/usage';
import { implement } from '../implement/usage';
import { rpcUsageMetrics } from '../shared/usage';

export const handler = implement(getRpcUsageMetrics, rpcUsageMetrics);
