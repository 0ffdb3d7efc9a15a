import type { PChain } from '../../core/contract/pchain-config';
import { exactJson } from '../../core/domain/exact-json';
import { NodeDown } from '../../core/node/errors';
import type { Table } from '../../core/table/table';
import type { KnownNetwork } from '../domain/networks';
import type { PBlocks } from '../node/blocks';
import { fetchNetwork } from '../node/network';
import type { PChainRpc } from '../node/rpc';
import { networkReader, networkWriter } from '../rows/network';

interface FactsDeps {
  readonly pChain: Pick<PChain, 'network' | 'genesis'>;
  readonly table: Table;
  readonly rpc: PChainRpc;
  readonly blocks: PBlocks;
}

/** `ask` throws NodeDown if the node is on another network; `get` may use cached facts. */
export function createFacts({ pChain, table, rpc, blocks }: FactsDeps) {
  const { network } = pChain;
  const reader = networkReader(table);
  let current: KnownNetwork | undefined;
  const ask = async (): Promise<KnownNetwork> => {
    const [facts, stored] = [await fetchNetwork(rpc, blocks, pChain), await reader.facts(network)];
    if (stored && stored.genesisBlockId !== facts.genesisBlockId)
      throw new NodeDown(`the node is not on the network indexed as ${network}: its genesis block differs`);
    // An upgrade may have been scheduled since, or the configuration corrected.
    current = { ...facts, firstHead: stored?.firstHead ?? (await blocks.height()) };
    if (!stored || exactJson(stored) !== exactJson(current)) await networkWriter(table).facts(network, current);
    return current;
  };
  return { ask, get: async (): Promise<KnownNetwork> => current ?? (await reader.facts(network)) ?? ask() };
}
