import type { RpcClient } from '../../lambdas/adapters/node/rpc';
import type { Chain } from '../../lambdas/contract/config';
import { MAX_BATCH_CALLS } from '../../lambdas/contract/max-batch-calls';

/** How a node is called where the configuration does not say. */
const DEFAULTS: ChainLimits = { callsPerSecond: 100, maxBatchCalls: MAX_BATCH_CALLS };
type ChainLimits = Pick<Chain, 'callsPerSecond' | 'maxBatchCalls'>;

/**
 * A client of a chain's node, whose URL is read with the permissions of whoever runs the command. Opened once the service
 * is; close it. Throws NodeDown where the chain has no source.
 */
export async function openNode(chainId: string, chain: ChainLimits = DEFAULTS): Promise<RpcClient> {
  const [{ openRpc }, { sourceUrl }] = await Promise.all([
    import('../../lambdas/adapters/node/rpc'),
    import('../../lambdas/adapters/node/sources'),
  ]);
  return openRpc(await sourceUrl(chainId), chain);
}
