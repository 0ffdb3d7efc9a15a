import { findChain, runtimeConfig } from '../../core/config/runtime';
import { createRpc, type RpcClient } from '../../core/node/rpc';
import { sourceUrl } from '../../core/node/sources';

const nodes = new Map<string, { readonly url: string; readonly client: RpcClient }>();

/**
 * A client of a chain's node, kept while the function is warm and its source is the same: get it again for each piece
 * of work. Throws if the chain is not configured.
 */
export async function getNode(chainId: string): Promise<RpcClient> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const url = await sourceUrl(chainId);
  const known = nodes.get(chainId);
  if (known?.url === url) return known.client;
  const client = createRpc(url, chain);
  nodes.set(chainId, { url, client });
  // Work that has the old client ends as if its node were away, and is repeated.
  await known?.client.close();
  return client;
}
