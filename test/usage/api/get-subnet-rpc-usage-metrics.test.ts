import { handler } from '../../../lambdas/usage/api/get-subnet-rpc-usage-metrics';
import { answersRpcUsage } from '../../support/usage/rpc-usage';

describe('getSubnetRpcUsageMetrics', () => answersRpcUsage(handler));
