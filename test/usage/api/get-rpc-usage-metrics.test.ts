import { handler } from '../../../lambdas/usage/api/get-rpc-usage-metrics';
import { answersRpcUsage } from '../../support/usage/rpc-usage';

describe('getRpcUsageMetrics', () => answersRpcUsage(handler));
