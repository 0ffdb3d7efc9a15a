import type { Chain } from '../../lambdas/core/contract/config';
import { MAX_BATCH_CALLS } from '../../lambdas/core/contract/max-batch-calls';
import type { RpcClient } from '../../lambdas/core/node/rpc';

/** Limits for a chain without a configuration here. */
const DEFAULTS: ChainLimits = { callsPerSecond: 100, maxBatchCalls: MAX_BATCH_CALLS };
type ChainLimits = Pick<Chain, 'callsPerSecond' | 'maxBatchCalls'>;

/** Call it after the service is open, and close it. Throws NodeDown if no source is stored for the chain. */
export async function createNode(chainId: string, chain: ChainLimits = DEFAULTS): Promise<RpcClient> {
  const [{ createRpc }, { sourceUrl }] = await Promise.all([
    import('../../lambdas/core/node/rpc'),
    import('../../lambdas/core/node/sources'),
  ]);
  return createRpc(await sourceUrl(chainId), chain);
}
