import { findChain, runtimeConfig } from '../config';
import { openRpc, type RpcClient } from './rpc';
import { sourceUrl } from './sources';

const nodes = new Map<string, Promise<RpcClient>>();

/** A client of a chain's node, kept while the function is warm. Throws if the chain is not configured. */
export function nodeOf(chainId: string): Promise<RpcClient> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const node = nodes.get(chainId) ?? sourceUrl(chainId).then((url) => openRpc(url, chain));
  nodes.set(chainId, node);
  node.catch(() => nodes.delete(chainId));
  return node;
}
