import { systemTimer } from '../../adapters/clock';
import { sourceUrl } from '../../adapters/node/sources';
import { openPBlocks } from '../../adapters/pchain/blocks';
import { askLiveState } from '../../adapters/pchain/live-state';
import { askSource } from '../../adapters/pchain/node';
import { openPChainRpc } from '../../adapters/pchain/rpc';
import { askSeenValidators } from '../../adapters/pchain/seen-validators';
import { openStates } from '../../adapters/pchain/states';
import { openValidatorSnapshots } from '../../adapters/pchain/validator-snapshots';
import { env } from '../../contract/env';
import { pChainSource as sourceName } from '../../contract/node-rpc/networks';
import type { PChain } from '../../contract/p-chain-config';
import type { RawPBlock } from '../../domain/pchain/raw-block';
import type { ChainFollower, FollowerClients } from '../chain/chain';
import { openMeasures } from '../chain/measures';
import { type Following, followerOf } from '../chain/session';
import { openStateCheck } from './check-state';
import { openFacts } from './facts';
import { openPChainIndexer } from './indexer';
import { pChainSource, pChainStore } from './source';
import { openValidatorList } from './validator-list';
import { withoutHistory } from './without-history';

/** The longest that a comparison with the node may take, ms: new blocks wait for it. */
const CHECK_TIMEOUT_MS = 2_000;

/** Clients live as long as the warm function, to keep their connections. */
const openClients = () => ({
  states: openStates(env('bucket')),
  snapshots: openValidatorSnapshots(env('bucket')),
});
let clients: ReturnType<typeof openClients> | undefined;

/** The follower of a P-Chain. */
export async function pChainFollower(
  pChain: PChain,
  { memory, group, table, bus }: FollowerClients,
): Promise<ChainFollower> {
  clients ??= openClients();
  const { states, snapshots } = clients;
  const { network } = pChain;
  const chain = sourceName(network);
  const source = await sourceUrl(chain);
  const rpc = openPChainRpc(source, pChain);
  const blocks = openPBlocks(rpc, pChain);
  const facts = openFacts({ pChain, table, rpc, blocks });
  const check = openStateCheck({
    ...{ chain, network, table, timer: systemTimer },
    ask(validationIds) {
      const ask = (method: string, params: string, signal: AbortSignal) => askSource(source, method, params, signal);
      return askLiveState(ask, validationIds, AbortSignal.timeout(CHECK_TIMEOUT_MS));
    },
  });
  const validators = openValidatorList({
    ...{ chain, network, table, snapshots, timer: systemTimer },
    ask: () => askSeenValidators(rpc),
  });
  const following: Following<RawPBlock> = {
    chain: {
      ...{ chainId: chain, network: network === 'mainnet' ? 'mainnet' : 'testnet', finalityDepth: 0 },
      ...{ follower: pChain.follower, pollIntervalMs: pChain.pollIntervalMs },
      // The head is where its indexer finds it.
      startBlock: pChain.startBlock === 'head' ? undefined : pChain.startBlock,
    },
    ...{
      table,
      bus: withoutHistory(bus, async () => (await facts.get()).firstHead),
      store: pChainStore(blocks),
      source: pChainSource(blocks, facts.ask, memory),
    },
    openIndexer: () =>
      openPChainIndexer({ chain, network, table, rpc, blocks, states, facts: facts.get, check, validators }),
    measures: openMeasures({ chainId: chain, group }, table.meter, rpc.counter),
    timer: systemTimer,
  };
  return followerOf(following, rpc.close);
}
