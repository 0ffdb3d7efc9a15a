import { getRpcUsageMetrics } from '../../contract/endpoints/usage';
import { implement } from '../../http/implement';
import { rpcUsageMetrics } from '../shared/usage';

export const handler = implement(getRpcUsageMetrics, rpcUsageMetrics);
