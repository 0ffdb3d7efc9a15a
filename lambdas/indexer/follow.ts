import type { Context } from 'aws-lambda';
import { type Bus, openBus } from '../adapters/aws/bus';
import { openQueue, type Queue } from '../adapters/aws/queue';
import { openRawBlocks, type RawBlocks } from '../adapters/aws/raw-blocks';
import { sleep, systemClock } from '../adapters/clock';
import { findChain, runtimeConfig } from '../adapters/config';
import { type Lease, LeaseLost, takeLease } from '../adapters/dynamo/chain/lease';
import { openBlockRows } from '../adapters/dynamo/evm/block-rows';
import { openTable, type Table } from '../adapters/dynamo/table';
import { type Blocks, openBlocks } from '../adapters/evm/blocks';
import { openStoredTraces, type StoredTraces } from '../adapters/evm/stored-traces';
import { NodeDown, NodeError } from '../adapters/node/errors';
import { openRpc, type RpcClient } from '../adapters/node/rpc';
import { sourceUrl } from '../adapters/node/sources';
import type { Chain } from '../contract/config';
import { env } from '../contract/env';
import { look, pause, recover } from './chain/follower';
import { splitHistory } from './chain/history';
import type { Workshop } from './chain/index-blocks';
import { openMeasures } from './chain/measures';
import { TooDeep } from './chain/rollback';
import { openInternals } from './evm/internals';
import { openNewNfts } from './evm/new-nfts';
import { openNewTokens } from './evm/new-tokens';

/** What a schedule sends: one schedule a chain, each minute. */
interface Tick {
  readonly chainId: string;
}

/** Left at the end of an invocation to finish what is under way, ms. */
const RESERVE = 12_000;
/** A holder gives the lease to a follower that waits once it has run for this long, ms: the next tick's. */
const TURN = 45_000;
/** Chains with fewer blocks than this are indexed from their first block unless told otherwise. */
const SHORT = 100_000;
/** Between two tries after a failure, ms. */
const AGAIN = 1_000;

/** Follows one chain until the next tick's invocation takes over, or until the time is up. */
export async function handler({ chainId }: Tick, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const began = Date.now();
  const outOfTime = () => context.getRemainingTimeInMillis() < RESERVE;
  const url = await sourceUrl(chainId);
  const rpc = openRpc(url, chain);
  try {
    while (!outOfTime()) {
      const done = await session(chain, rpc, outOfTime, () => Date.now() - began > TURN).catch(report(chainId));
      if (done) return;
      await sleep(AGAIN);
    }
  } finally {
    await rpc.close();
  }
}

/** Clients live as long as the warm function: their connections are kept. */
let opened: { table: Table; raw: RawBlocks; traces: StoredTraces; bus: Bus; queue: Queue; nftQueue: Queue } | undefined;
const open = () => {
  opened ??= {
    table: openTable(env('table')),
    raw: openRawBlocks(env('bucket')),
    traces: openStoredTraces(env('bucket')),
    bus: openBus(env('bus')),
    queue: openQueue(env('tokens')),
    nftQueue: openQueue(env('nfts')),
  };
  return opened;
};

/** Holds the lease for as long as all is well. true when there is nothing more to do in this invocation. */
async function session(
  chain: Chain,
  rpc: RpcClient,
  outOfTime: () => boolean,
  turnIsOver: () => boolean,
): Promise<boolean> {
  const { table, raw, traces, bus, queue, nftQueue } = open();
  const blocks = openBlocks(rpc);
  const lease = await takeLease(table, chain.chainId, systemClock, () => firstBlock(table, chain, blocks));
  if (!lease) return false;
  const workshop: Workshop = {
    chain,
    lease,
    blocks,
    answered: new Map(),
    rows: openBlockRows(table, chain, lease),
    tokens: openNewTokens(table, chain.chainId, queue, lease),
    nfts: openNewNfts(table, chain.chainId, nftQueue, lease),
    internals: openInternals(table, chain.chainId, lease, traces),
    raw,
    bus,
  };
  const measures = openMeasures(chain.chainId, table.meter, rpc);
  const stop = () => outOfTime() || (lease.cursor.wanted && turnIsOver());
  try {
    await recover(workshop);
    await checkChainId(chain, blocks);
    while (!stop()) {
      const did = await look(workshop, stop);
      measures.note(lease.cursor);
      if (did === 'idle') {
        if (chain.follower === 'minute') break;
        await pause(workshop, stop);
      }
    }
    await lease.release();
    return true;
  } catch (error) {
    await letGo(lease, error);
    throw error;
  } finally {
    lease.close();
    measures.flush(lease.cursor);
  }
}

/** Where the follower of a chain that was never indexed begins. */
async function firstBlock(table: Table, chain: Chain, blocks: Blocks): Promise<number> {
  await checkChainId(chain, blocks);
  const head = await blocks.head();
  const start = chain.startBlock ?? (head.number <= SHORT ? 0 : head.number - chain.finalityDepth);
  return splitHistory(table, chain, blocks, start, head);
}

async function checkChainId({ chainId }: Chain, blocks: Blocks): Promise<void> {
  const answered = await blocks.chainId();
  if (answered !== chainId) throw new NodeDown(`the node is of chain ${answered}, not of chain ${chainId}`);
}

/**
 * Gives the lease back, so that the next session need not wait for its end, and shows in health-check what keeps the
 * chain from advancing: only messages that we wrote, for no URL can be in them.
 */
async function letGo(lease: Lease, error: unknown): Promise<void> {
  const known = error instanceof NodeError || error instanceof TooDeep;
  const given = known ? lease.trouble(error.message, error instanceof TooDeep) : lease.release();
  await given.catch(() => undefined);
}

/** A failure ends a session, not the invocation: the next one begins with what this one left. */
const report =
  (chainId: string) =>
  (error: unknown): false => {
    if (error instanceof LeaseLost) console.info({ chainId, message: error.message });
    else if (error instanceof NodeError) console.warn({ chainId, message: error.message });
    else
      console.error({
        chainId,
        message: 'indexing failed',
        error: error instanceof Error ? error.stack : String(error),
      });
    return false;
  };
