import { openMeasures } from '../../chain/follower/measures';
import { type Following, followerOf } from '../../chain/follower/session';
import type { ChainFollower, FollowerClients } from '../../chain/kind';
import { env } from '../../core/contract/env';
import type { PChain } from '../../core/contract/pchain-config';
import { pChainSource as sourceName } from '../../core/contract/pchain-source';
import { sourceUrl } from '../../core/node/sources';
import { systemTimer } from '../../core/runtime/clock';
import type { RawPBlock } from '../domain/raw-block';
import { openPBlocks } from '../node/blocks';
import { askLiveState } from '../node/live-state';
import { askSource } from '../node/node';
import { openPChainRpc } from '../node/rpc';
import { askSeenValidators } from '../node/seen-validators';
import { openStates } from '../node/states';
import { openValidatorSnapshots } from '../node/validator-snapshots';
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
    chain,
    network,
    table,
    timer: systemTimer,
    ask(validationIds) {
      const ask = (method: string, params: string, signal: AbortSignal) => askSource(source, method, params, signal);
      return askLiveState(ask, validationIds, AbortSignal.timeout(CHECK_TIMEOUT_MS));
    },
  });
  const validators = openValidatorList({
    chain,
    network,
    table,
    snapshots,
    timer: systemTimer,
    ask: () => askSeenValidators(rpc),
  });
  const following: Following<RawPBlock> = {
    chain: {
      chainId: chain,
      network: network === 'mainnet' ? 'mainnet' : 'testnet',
      finalityDepth: 0,
      follower: pChain.follower,
      pollIntervalMs: pChain.pollIntervalMs,
      // The head is where its indexer finds it.
      startBlock: pChain.startBlock === 'head' ? undefined : pChain.startBlock,
    },
    table,
    bus: withoutHistory(bus, async () => (await facts.get()).firstHead),
    store: pChainStore(blocks),
    source: pChainSource(blocks, facts.ask, memory),
    openIndexer: () =>
      openPChainIndexer({ chain, network, table, rpc, blocks, states, facts: facts.get, check, validators }),
    measures: openMeasures({ chainId: chain, group }, table.meter, rpc.counter),
    timer: systemTimer,
  };
  return followerOf(following, rpc.close);
}
