import { handler } from '../../../lambdas/api/usage/get-subnet-rpc-usage-metrics';
import { answersRpcUsage } from '../../support/usage/rpc-usage';

describe('getSubnetRpcUsageMetrics', () => answersRpcUsage(handler));
