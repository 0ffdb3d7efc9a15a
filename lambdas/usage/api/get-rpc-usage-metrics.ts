import { getRpcUsageMetrics } from '../contract/endpoints';
import { implement } from './implement';
import { rpcUsageMetrics } from './shared/usage';

export const handler = implement(getRpcUsageMetrics, rpcUsageMetrics);
