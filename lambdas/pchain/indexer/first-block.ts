import type { AtHead, InHistory } from '../../chain/kind';
import { chunk } from '../../core/contract/chunk';
import type { UnknownOutput } from '../domain/derive';
import { getRules, type NetworkFacts } from '../domain/networks';
import type { RawPBlock } from '../domain/raw-block';
import { genesisState } from '../domain/replay/genesis';
import { type PChainState, PRIMARY_NETWORK } from '../domain/replay/state';
import { placedBlockchains, type Seed, seedState } from '../domain/seed';
import { fetchSeed } from '../node/ask-seed';
import type { PBlocks } from '../node/blocks';
import { readGenesis } from '../node/genesis';
import type { PChainRpc } from '../node/rpc';
import type { States } from '../node/states';
import { fetchTxs } from '../node/txs';
import { seededBlockchain, seedWrites } from './seed-writes';
import { genesisWrites } from './writes';

/** The block that an index begins with, and what is known with it that no block says. */
export interface FirstBlock {
  readonly height: number;
  /** The state after it. */
  state(): Promise<PChainState>;
  /** Writes what was there before; the same, however often. */
  write(raw: RawPBlock, on: AtHead | InHistory): Promise<void>;
  /** Of outputs that no block of the index has made. */
  readonly unknown: UnknownOutput;
  /** Whether it is block 0: only then is everything known of addresses, and of its own transactions. */
  readonly isGenesis: boolean;
}

interface FirstDeps {
  readonly chain: string;
  readonly network: string;
  readonly rpc: PChainRpc;
  readonly states: Pick<States, 'seed' | 'putSeed'>;
}

/** Block 0. */
export function genesisBlock({ rpc, network }: FirstDeps, facts: NetworkFacts): FirstBlock {
  return {
    height: 0,
    isGenesis: true,
    unknown: { origin: 'transaction', created: { block: 0, time: facts.genesisTime } },
    state: async () => genesisState((await readGenesis(rpc, network, facts)).genesis, getRules(facts)),
    async write(_raw, on) {
      await on.write(genesisWrites(network, facts, (await readGenesis(rpc, network, facts)).chains));
    },
  };
}

/**
 * The height of the seed that is in the bucket: what the node tells of its head now, if there is none. Sessions that ask at
 * once get the same, as the first seed stays.
 */
export async function firstSeeded(
  { chain, rpc, blocks, states }: FirstDeps & { readonly blocks: Pick<PBlocks, 'height' | 'range'> },
  facts: NetworkFacts,
): Promise<number> {
  if (!(await states.seed(chain))) {
    // Nothing was before it.
    if ((await blocks.height()) === 0) return 0;
    await states.putSeed(chain, await fetchSeed({ rpc, blocks }, facts));
  }
  const seed = await states.seed(chain);
  if (!seed) throw new Error(`the seed of ${chain} is not in the bucket`);
  return seed.height;
}

/** The block of a seed, which is in the bucket. */
export function seededBlock(deps: FirstDeps, facts: NetworkFacts, height: number): FirstBlock {
  const { chain, network, rpc, states } = deps;
  const getSeed = async (): Promise<Seed> => {
    const seed = await states.seed(chain);
    if (seed?.height === height) return seed;
    throw new Error(
      `the index of ${chain} begins with block ${height}, and the bucket has ${seed ? `the seed of block ${seed.height}` : 'no seed'}`,
    );
  };
  return {
    height,
    isGenesis: false,
    unknown: {},
    state: async () => seedState(await getSeed(), getRules(facts)),
    async write(raw, on) {
      const seed = await getSeed();
      const state = seedState(seed, getRules(facts));
      const { genesis, ofSubnets } = placedBlockchains(seed, ({ subnetId }) => subnetId === PRIMARY_NETWORK);
      await on.write(genesisWrites(network, facts, genesis));
      for (const writes of seedWrites(network, seed, state, raw)) await on.write(writes);
      for (const some of chunk(ofSubnets, BLOCKCHAINS)) {
        const txs = await fetchTxs(
          rpc,
          some.map(([{ blockchainId }]) => blockchainId),
        );
        const rows = some.map(([one, place]) => {
          const subnet = state.subnets.get(one.subnetId)?.created ?? place;
          return seededBlockchain(network, one, { bytes: txs.get(one.blockchainId) ?? '', place, subnet });
        });
        await on.write(rows.flat());
      }
    },
  };
}

/** Blockchains whose geneses are in memory at once: up to 64 kB each. */
const BLOCKCHAINS = 100;
