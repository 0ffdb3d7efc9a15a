import type { RpcClient } from '../../lambdas/adapters/node/rpc';
import { callerSettings } from './service';

/** The rate of requests where the configuration does not say another one. */
const CALLS_PER_SECOND = 100;

/**
 * A client of a chain's node, whose URL is read with the permissions of whoever runs the command. Opened once the service
 * is; close it. Throws NodeDown where the chain has no source.
 */
export async function openNode(chainId: string, callsPerSecond = CALLS_PER_SECOND): Promise<RpcClient> {
  const [{ openJsonClient }, { openRpc }, { sourceUrl }] = await Promise.all([
    import('../../lambdas/adapters/aws/json-client'),
    import('../../lambdas/adapters/node/rpc'),
    import('../../lambdas/adapters/node/sources'),
  ]);
  const url = await sourceUrl(chainId, openJsonClient('ssm', await callerSettings()));
  return openRpc(url, { callsPerSecond });
}
