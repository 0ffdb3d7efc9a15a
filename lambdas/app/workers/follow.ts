import type { Context } from 'aws-lambda';
import { createSharedMemory } from '../../chain/follower/batch-size';
import { createBus } from '../../chain/follower/bus';
import { eachChain } from '../../chain/follower/each-chain';
import type { ChainFollower, FollowerClients, FollowUntil } from '../../chain/kind';
import { runtimeConfig } from '../../core/config/runtime';
import { env } from '../../core/contract/env';
import { steadyClock } from '../../core/runtime/clock';
import { withCopies } from '../../core/table/copies';
import { createPlainTable } from '../../core/table/plain-table';
import { flushSpans } from '../../core/telemetry/active-span';
import { hasDueWebhooks, hasTracedWebhooks } from '../../webhooks/rows/shards';
import { chainKinds } from '../chain-kinds';

/** A group's chains, by chain id or P-Chain source name (`p-chain-fuji`). */
interface Tick {
  readonly chainIds: readonly string[];
}

/** Reserved at the end of an invocation to finish work in progress. */
const RESERVE_MS = 12_000;
/** A lease holder hands over to a waiting follower (the next invocation) after this long. */
const TICK_MS = 45_000;

/** Kept while the function is warm, to reuse connections. */
const createClients = () => ({ bus: createBus(env('bus')), memory: createSharedMemory(), getTables: createTables() });
let clients: ReturnType<typeof createClients> | undefined;

/** One client per chain: its meter counts only that chain, and its lease does not queue behind other batches. */
function createTables() {
  const tables = new Map<string, Pick<FollowerClients, 'table' | 'plain'>>();
  return (chainId: string) => {
    const known = tables.get(chainId);
    if (known) return known;
    const plain = createPlainTable(env('table'));
    const created = { plain, table: withCopies(plain) };
    tables.set(chainId, created);
    return created;
  };
}

/** Runs until the next invocation takes over or time is up. Throws at the end if some chains failed. */
export async function handler({ chainIds }: Tick, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const began = steadyClock();
  const until: FollowUntil = {
    outOfTime: () => context.getRemainingTimeInMillis() < RESERVE_MS,
    turnIsOver: () => steadyClock() - began > TICK_MS,
  };
  await eachChain(chainIds, 'follower failed', (chainId) =>
    followChain(chainId, { until, group: chainIds[0] ?? chainId }),
  ).finally(flushSpans);
}

interface Turn {
  readonly until: FollowUntil;
  readonly group: string;
}

async function followChain(chainId: string, { until, group }: Turn): Promise<void> {
  clients ??= createClients();
  const { getTables, ...shared } = clients;
  const tables = getTables(chainId);
  const announcesTraces = (id: string) => hasTracedWebhooks(tables.table, id);
  const announcesDue = (id: string) => hasDueWebhooks(tables.table, id);
  let follower: ChainFollower | undefined;
  for (const kind of chainKinds)
    follower ??= await kind.createFollower(chainId, runtimeConfig(), {
      ...shared,
      ...tables,
      group,
      announcesTraces,
      announcesDue,
    });
  if (!follower) throw new Error(`chain ${chainId} is not in the configuration`);
  try {
    await follower.follow(until);
  } finally {
    await follower.close();
  }
}
