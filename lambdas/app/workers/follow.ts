import type { Context } from 'aws-lambda';
import { createSharedMemory } from '../../chain/follower/batch-size';
import { createBus } from '../../chain/follower/bus';
import { eachChain } from '../../chain/follower/each-chain';
import type { ChainFollower, FollowUntil } from '../../chain/kind';
import { runtimeConfig } from '../../core/config/runtime';
import { env } from '../../core/contract/env';
import { steadyClock } from '../../core/runtime/clock';
import { createTableClient, type Table } from '../../core/table/table';
import { hasTracedWebhooks } from '../../webhooks/rows/shards';
import { chainKinds } from '../chain-kinds';

/** The payload of a schedule: the chains of a group, by chain id or by the name of a P-chain's source. */
interface Tick {
  readonly chainIds: readonly string[];
}

/** Reserved at the end of an invocation to finish what is in progress, ms. */
const RESERVE_MS = 12_000;
/** A holder hands a lease over to a waiting follower, the next invocation's, once it has run for this long, ms. */
const TICK_MS = 45_000;

/** Clients live as long as the warm function, to keep their connections. */
const createClients = () => ({ bus: createBus(env('bus')), memory: createSharedMemory(), getTableFor: createTables() });
let clients: ReturnType<typeof createClients> | undefined;

/** A table for each chain: it counts what is written through it, and its lease does not queue behind others' batches. */
function createTables(): (chainId: string) => Table {
  const tables = new Map<string, Table>();
  return (chainId) => {
    const table = tables.get(chainId) ?? createTableClient(env('table'));
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
  clients ??= createClients();
  const { getTableFor, ...shared } = clients;
  const table = getTableFor(chainId);
  const announcesTraces = (id: string) => hasTracedWebhooks(table, id);
  let follower: ChainFollower | undefined;
  for (const kind of chainKinds)
    follower ??= await kind.createFollower(chainId, runtimeConfig(), { ...shared, table, group, announcesTraces });
  if (!follower) throw new Error(`chain ${chainId} is not in the configuration`);
  try {
    await follower.follow(until);
  } finally {
    await follower.close();
  }
}
