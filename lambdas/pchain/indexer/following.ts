import { createMeasures } from '../../chain/follower/measures';
import { type Following, toFollower } from '../../chain/follower/session';
import type { ChainFollower, FollowerClients } from '../../chain/kind';
import { env } from '../../core/contract/env';
import type { PChain } from '../../core/contract/pchain-config';
import { pChainSource as sourceName } from '../../core/contract/pchain-source';
import { sourceUrl } from '../../core/node/sources';
import { systemTimer } from '../../core/runtime/clock';
import { createPlainTable } from '../../core/table/plain-table';
import type { RawPBlock } from '../domain/raw-block';
import { createPBlocks } from '../node/blocks';
import { fetchLiveState } from '../node/live-state';
import { fetchSource } from '../node/node';
import { createRawPBlocks } from '../node/raw-blocks';
import { createPChainRpc } from '../node/rpc';
import { fetchSeenValidators } from '../node/seen-validators';
import { createStates } from '../node/states';
import { createValidatorSnapshots } from '../node/validator-snapshots';
import { createRederiver } from '../rederive/rederiver';
import { createStateCheck } from './check-state';
import { createDueValidators } from './due-validators';
import { createFacts } from './facts';
import { createPChainIndexer } from './indexer';
import { createKeptBlocks } from './kept-blocks';
import { pChainSource, pChainStore } from './source';
import { createToday } from './today';
import { createValidatorList } from './validator-list';
import { withoutHistory } from './without-history';

/** New blocks wait for the comparison with the node. */
const CHECK_TIMEOUT_MS = 2_000;

/** Reuses connections while the function is warm. */
const createClients = () => ({
  states: createStates(env('bucket')),
  snapshots: createValidatorSnapshots(env('bucket')),
});
let clients: ReturnType<typeof createClients> | undefined;

export async function pChainFollower(
  pChain: PChain,
  { memory, group, table, plain, bus, announcesDue }: FollowerClients,
): Promise<ChainFollower> {
  clients ??= createClients();
  const { states, snapshots } = clients;
  const { network } = pChain;
  const chain = sourceName(network);
  const source = await sourceUrl(chain);
  const rpc = createPChainRpc(source, pChain);
  const blocks = createPBlocks(rpc, pChain);
  const raw = createRawPBlocks(env('bucket'), chain);
  const rawBlocks = createKeptBlocks({ chain, network, table, raw, node: blocks });
  const facts = createFacts({ pChain, table, rpc, blocks });
  const check = createStateCheck({
    chain,
    network,
    table,
    timer: systemTimer,
    ask(validationIds) {
      const ask = (method: string, params: string, signal: AbortSignal) => fetchSource(source, method, params, signal);
      return fetchLiveState(ask, validationIds, AbortSignal.timeout(CHECK_TIMEOUT_MS));
    },
  });
  const validators = createValidatorList({
    chain,
    network,
    table,
    snapshots,
    timer: systemTimer,
    ask: () => fetchSeenValidators(rpc),
  });
  const due = createDueValidators({
    ...{ chain, network, table, snapshots, bus, facts: facts.get, timer: systemTimer },
    isWatched: () => announcesDue(chain),
  });
  const today = createToday({ network, table, timer: systemTimer });
  const following: Following<RawPBlock> = {
    chain: {
      chainId: chain,
      network: network === 'mainnet' ? 'mainnet' : 'testnet',
      finalityDepth: 0,
      follower: pChain.follower,
      pollIntervalMs: pChain.pollIntervalMs,
      // For `head`, the indexer chooses the first block.
      startBlock: pChain.startBlock === 'head' ? undefined : pChain.startBlock,
    },
    table,
    bus: withoutHistory(bus, async () => (await facts.get()).firstHead),
    store: pChainStore(blocks),
    source: pChainSource(blocks, facts.ask, memory),
    createIndexer: () =>
      createPChainIndexer({
        ...{ chain, network, table, plain, rpc, blocks, rawBlocks, states, check, validators, today, due },
        facts: facts.get,
      }),
    createBeside: (lease) =>
      createRederiver(
        {
          ...{ chain, network, rpc, blocks, states, raw },
          facts: facts.get,
          timer: systemTimer,
          createTable: () => createPlainTable(env('table')),
        },
        lease,
      ),
    measures: createMeasures({ chainId: chain, group }, table.meter, rpc.counter),
    timer: systemTimer,
  };
  return toFollower(following, rpc.close);
}
