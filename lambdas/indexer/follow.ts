import type { Context } from 'aws-lambda';
import { openBus } from '../adapters/aws/bus';
import { openQueue } from '../adapters/aws/queue';
import { steadyClock } from '../adapters/clock';
import { findChain, findPChain, runtimeConfig } from '../adapters/config';
import { openTable, type Table } from '../adapters/dynamo/table';
import { openRawBlocks } from '../adapters/evm/raw-blocks';
import { openStoredTraces } from '../adapters/evm/stored-traces';
import { openStates } from '../adapters/pchain/states';
import { openValidatorSnapshots } from '../adapters/pchain/validator-snapshots';
import { env } from '../contract/env';
import { openSharedMemory } from './chain/batch-size';
import { eachChain } from './chain/each-chain';
import { type Following, type FollowUntil, follow } from './chain/session';
import { evmFollowing } from './evm/following';
import { pChainFollowing } from './pchain/following';

/** The payload of a schedule: the chains of a group, by chain id or by the name of a P-chain's source. */
interface Tick {
  readonly chainIds: readonly string[];
}

/** Reserved at the end of an invocation to finish what is in progress, ms. */
const RESERVE_MS = 12_000;
/** A holder hands a lease over to a waiting follower, the next invocation's, once it has run for this long, ms. */
const TICK_MS = 45_000;

/** Clients live as long as the warm function, to keep their connections. */
const openClients = () => ({
  raw: openRawBlocks(env('bucket')),
  storedTraces: openStoredTraces(env('bucket')),
  states: openStates(env('bucket')),
  snapshots: openValidatorSnapshots(env('bucket')),
  bus: openBus(env('bus')),
  tokenQueue: openQueue(env('tokens')),
  nftQueue: openQueue(env('nfts')),
  memory: openSharedMemory(),
  tableOf: openTables(),
});
let clients: ReturnType<typeof openClients> | undefined;

/** A table for each chain: it counts what is written through it, and its lease does not queue behind others' batches. */
function openTables(): (chainId: string) => Table {
  const tables = new Map<string, Table>();
  return (chainId) => {
    const table = tables.get(chainId) ?? openTable(env('table'));
    tables.set(chainId, table);
    return table;
  };
}

/**
 * Follows the chains of a group until the next invocation takes over, or until the time is up: each under its own lease,
 * over its own node. Throws at the end if some could not be followed at all.
 */
export async function handler({ chainIds }: Tick, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const began = steadyClock();
  const until: FollowUntil = {
    outOfTime: () => context.getRemainingTimeInMillis() < RESERVE_MS,
    turnIsOver: () => steadyClock() - began > TICK_MS,
  };
  await eachChain(chainIds, 'the chain is not followed', (chainId) =>
    followChain(chainId, { until, group: chainIds[0] ?? chainId }),
  );
}

interface Turn {
  readonly until: FollowUntil;
  /** The group's name in metrics. */
  readonly group: string;
}

async function followChain(chainId: string, { until, group }: Turn): Promise<void> {
  const { chains, pChains } = runtimeConfig();
  const [chain, pChain] = [findChain(chains, chainId), findPChain(pChains, chainId)];
  clients ??= openClients();
  const deps = { ...clients, table: clients.tableOf(chainId), group };
  const run = async <Raw>(following: Following<Raw> & { close(): Promise<void> }): Promise<void> => {
    try {
      await follow(following, until);
    } finally {
      await following.close();
    }
  };
  if (chain) await run(await evmFollowing(chain, deps));
  else if (pChain) await run(await pChainFollowing(pChain, deps));
  else throw new Error(`chain ${chainId} is not in the configuration`);
}
