import { findChain, runtimeConfig } from '../../core/config/runtime';
import { createRpc, type RpcClient } from '../../core/node/rpc';
import { sourceUrl } from '../../core/node/sources';

const nodes = new Map<string, { readonly url: string; readonly client: RpcClient }>();

/** Call again for each unit of work, as the source may change. Throws for an unknown chain. */
export async function getNode(chainId: string): Promise<RpcClient> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const url = await sourceUrl(chainId);
  const known = nodes.get(chainId);
  if (known?.url === url) return known.client;
  const client = createRpc(url, chain);
  nodes.set(chainId, { url, client });
  // Work in progress on the old client fails as if the node were down, and is retried.
  await known?.client.close();
  return client;
}
