import { handler } from '../../../lambdas/api/usage/get-rpc-usage-metrics';
import { answersRpcUsage } from '../../support/usage/rpc-usage';

describe('getRpcUsageMetrics', () => answersRpcUsage(handler));
