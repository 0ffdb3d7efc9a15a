import type { PChain } from '../../core/contract/pchain-config';
import { NodeDown } from '../../core/node/errors';
import type { Table } from '../../core/table/table';
import { exactJson } from '../domain/exact-json';
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

/**
 * What is particular to a network. `ask` asks the node, and throws NodeDown if it is of another network than the one that
 * is indexed; `get` is what is known already, which needs no node after the first time.
 */
export function createFacts({ pChain, table, rpc, blocks }: FactsDeps) {
  const { network } = pChain;
  const reader = networkReader(table);
  let asked: KnownNetwork | undefined;
  const ask = async (): Promise<KnownNetwork> => {
    const [facts, stored] = [await fetchNetwork(rpc, blocks, pChain), await reader.facts(network)];
    if (stored && stored.genesisBlockId !== facts.genesisBlockId)
      throw new NodeDown(`the node is not of the network that is indexed as ${network}: its genesis is another`);
    // An upgrade may have been planned since, or the configuration corrected.
    asked = { ...facts, firstHead: stored?.firstHead ?? (await blocks.height()) };
    if (!stored || exactJson(stored) !== exactJson(asked)) await networkWriter(table).facts(network, asked);
    return asked;
  };
  return { ask, get: async (): Promise<KnownNetwork> => asked ?? (await reader.facts(network)) ?? ask() };
}
