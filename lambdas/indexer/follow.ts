import type { Context } from 'aws-lambda';
import { openBus } from '../adapters/aws/bus';
import { openQueue } from '../adapters/aws/queue';
import { findChain, findPChain, runtimeConfig } from '../adapters/config';
import { openTable } from '../adapters/dynamo/table';
import { openRawBlocks } from '../adapters/evm/raw-blocks';
import { openStoredTraces } from '../adapters/evm/stored-traces';
import { openStates } from '../adapters/pchain/states';
import { openValidatorSnapshots } from '../adapters/pchain/validator-snapshots';
import { env } from '../contract/env';
import { type Following, follow } from './chain/session';
import { evmFollowing } from './evm/following';
import { pChainFollowing } from './pchain/following';

/** The payload of a schedule: one schedule per chain, each minute. `chainId`: a chain id, or the name of a P-chain's source. */
interface Tick {
  readonly chainId: string;
}

/** Reserved at the end of an invocation to finish what is in progress, ms. */
const RESERVE_MS = 12_000;
/** A holder hands the lease over to a waiting follower, the next invocation's, once it has run for this long, ms. */
const TICK_MS = 45_000;

/** Clients live as long as the warm function, to keep their connections. */
const openClients = () => ({
  table: openTable(env('table')),
  raw: openRawBlocks(env('bucket')),
  storedTraces: openStoredTraces(env('bucket')),
  states: openStates(env('bucket')),
  snapshots: openValidatorSnapshots(env('bucket')),
  bus: openBus(env('bus')),
  tokenQueue: openQueue(env('tokens')),
  nftQueue: openQueue(env('nfts')),
});
let clients: ReturnType<typeof openClients> | undefined;

/** Follows one chain until the next invocation takes over, or until the time is up. */
export async function handler({ chainId }: Tick, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const { chains, pChains } = runtimeConfig();
  const [chain, pChain] = [findChain(chains, chainId), findPChain(pChains, chainId)];
  clients ??= openClients();
  const began = Date.now();
  const run = async <Raw>(following: Following<Raw> & { close(): Promise<void> }): Promise<void> => {
    try {
      await follow(following, {
        outOfTime: () => context.getRemainingTimeInMillis() < RESERVE_MS,
        turnIsOver: () => Date.now() - began > TICK_MS,
      });
    } finally {
      await following.close();
    }
  };
  if (chain) await run(await evmFollowing(chain, clients));
  else if (pChain) await run(await pChainFollowing(pChain, clients));
  else throw new Error(`chain ${chainId} is not in the configuration`);
}
