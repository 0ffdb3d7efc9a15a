import type { Chain } from '../../lambdas/core/contract/config';
import { MAX_BATCH_CALLS } from '../../lambdas/core/contract/max-batch-calls';
import type { RpcClient } from '../../lambdas/core/node/rpc';

/** How a node is called where the configuration does not say. */
const DEFAULTS: ChainLimits = { callsPerSecond: 100, maxBatchCalls: MAX_BATCH_CALLS };
type ChainLimits = Pick<Chain, 'callsPerSecond' | 'maxBatchCalls'>;

/**
 * A client of a chain's node, whose URL is read with the permissions of whoever runs the command. Opened once the service
 * is; close it. Throws NodeDown where the chain has no source.
 */
export async function createNode(chainId: string, chain: ChainLimits = DEFAULTS): Promise<RpcClient> {
  const [{ createRpc }, { sourceUrl }] = await Promise.all([
    import('../../lambdas/core/node/rpc'),
    import('../../lambdas/core/node/sources'),
  ]);
  return createRpc(await sourceUrl(chainId), chain);
}
