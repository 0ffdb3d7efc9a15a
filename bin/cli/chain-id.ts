import { createRpc } from '../../lambdas/core/node/rpc';
import { resultWithin } from '../../lambdas/core/runtime/clock';

/** Decimal digits, read the way the indexer does. Error messages begin with "the node", without the URL. */
export async function getChainId(url: string, timeoutMs: number): Promise<string> {
  const rpc = createRpc(url, { callsPerSecond: 10, timeoutMs, attempts: 1 });
  try {
    const answer = await resultWithin(rpc.call('eth_chainId').then(String), timeoutMs);
    if (answer === undefined) throw new Error(`the node does not answer within ${timeoutMs / 1_000} s`);
    if (/^(0x[0-9a-f]+|\d+)$/i.test(answer)) return String(BigInt(answer));
    throw new Error('the node returned an invalid eth_chainId');
  } finally {
    await rpc.close();
  }
}
