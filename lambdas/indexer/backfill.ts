import type { Context } from 'aws-lambda';
import { openQueue, type Queue } from '../adapters/aws/queue';
import { openRawBlocks, type RawBlocks } from '../adapters/aws/raw-blocks';
import { sleep, systemClock } from '../adapters/clock';
import { findChain, runtimeConfig } from '../adapters/config';
import { jobsOf, TakenOver } from '../adapters/dynamo/chain/backfill-jobs';
import { openWitnesses } from '../adapters/dynamo/evm/witnesses';
import { openTable, type Table } from '../adapters/dynamo/table';
import { openAbsentHoldings } from '../adapters/dynamo/tokens/absent-holdings';
import { openBlocks } from '../adapters/evm/blocks';
import { NodeError } from '../adapters/node/errors';
import { openRpc } from '../adapters/node/rpc';
import { sourceUrl } from '../adapters/node/sources';
import type { Chain } from '../contract/config';
import { env } from '../contract/env';
import { workOff } from './chain/backfill-job';
import { openUse } from './chain/measures';
import { openPace } from './chain/pace';
import { cursorOf, type Desk } from './evm/backfill-slice';
import { openNewNfts } from './evm/new-nfts';
import { openNewTokens } from './evm/new-tokens';

/** What a schedule sends: one schedule a chain, each minute. */
interface Tick {
  readonly chainId: string;
}

/** How long one tick works, ms: the next minute's goes on from there. */
const TURN = 57_000;
/** No slice is begun with less time left than this, ms. */
const RESERVE = 60_000;
/** Between two tries after a failure, and between two looks for a new chain's cursor, ms. */
const AGAIN = 1_000;
/** A single write takes no longer, ms. */
const PATIENCE = 30_000;

/** Clients live as long as the warm function: their connections are kept. */
let opened: { table: Table; raw: RawBlocks; queue: Queue; nftQueue: Queue } | undefined;
const open = () => {
  opened ??= {
    table: openTable(env('table')),
    raw: openRawBlocks(env('bucket')),
    queue: openQueue(env('tokens')),
    nftQueue: openQueue(env('nfts')),
  };
  return opened;
};

/** Works at the unfinished jobs of one chain for its minute, in the order of their first blocks. */
export async function handler({ chainId }: Tick, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const until = Date.now() + TURN;
  const stop = () => Date.now() > until || context.getRemainingTimeInMillis() < RESERVE;
  const { table } = open();
  // A chain that is new gets its cursor, and maybe a job, from the follower's first look at the node.
  let cursor = await cursorOf(table, chainId);
  for (; !cursor && !stop(); cursor = await cursorOf(table, chainId)) await sleep(AGAIN);
  // What the follower has from block 0 on needs no more than this one read.
  if (!cursor || cursor.start === 0) return;
  if ((await jobsOf(table, chainId)).every(({ doneAt }) => doneAt !== undefined)) return;
  await work(chain, stop);
}

async function work(chain: Chain, stop: () => boolean): Promise<void> {
  const { table, raw, queue, nftQueue } = open();
  const { chainId } = chain;
  const rpc = openRpc(await sourceUrl(chainId), chain);
  const tellUse = openUse(chainId, table.meter, rpc);
  const lease = { signal: () => AbortSignal.timeout(PATIENCE) };
  const pace = openPace(chain.backfillWriteUnitsPerSecond, table.meter, systemClock);
  const blocks = openBlocks(rpc);
  // Anew after a failure: what it remembers as written may not be.
  const sitDown = (): Desk => ({
    chain,
    table,
    blocks,
    raw,
    tokens: openNewTokens(table, chainId, queue, lease),
    nfts: openNewNfts(table, chainId, nftQueue, lease),
    witnesses: openWitnesses(table, chainId, lease),
    holdings: openAbsentHoldings(table, chainId),
    pace,
  });
  let desk = sitDown();
  try {
    while (!stop()) {
      const did = await workOff(desk, stop).catch((error: unknown) => goesOn(desk, error));
      if (did === 'idle') return;
      if (did === 'advanced') continue;
      await sleep(AGAIN);
      desk = sitDown();
    }
  } finally {
    tellUse();
    await rpc.close();
  }
}

/** A node that is down is tried again, and a table that throttles more slowly; another worker is left alone. */
function goesOn({ chain: { chainId }, pace }: Desk, error: unknown): 'idle' | 'failed' {
  if (error instanceof TakenOver) {
    console.info({ chainId, message: error.message });
    return 'idle';
  }
  if (error instanceof NodeError) console.warn({ chainId, message: error.message });
  else if (isThrottled(error)) {
    console.warn({ chainId, message: 'the table throttles: the backfill goes on at half its rate' });
    pace.slow();
  } else throw error;
  return 'failed';
}

const isThrottled = (error: unknown): boolean =>
  error instanceof Error && /Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded/.test(error.name);
