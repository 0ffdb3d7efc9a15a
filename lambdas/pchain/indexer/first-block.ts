import type { AtHead, InHistory } from '../../chain/kind';
import { chunk } from '../../core/contract/chunk';
import { exactJson } from '../../core/domain/exact-json';
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

export interface FirstBlock {
  readonly height: number;
  state(): Promise<PChainState>;
  /** Writes the rows that no indexed block produces. Idempotent. */
  write(raw: RawPBlock, on: AtHead | InHistory): Promise<void>;
  /** For outputs that no indexed block has created. */
  readonly unknown: UnknownOutput;
  /** Otherwise the histories of addresses are incomplete. */
  readonly isGenesis: boolean;
}

export interface FirstDeps {
  readonly chain: string;
  readonly network: string;
  readonly rpc: PChainRpc;
  readonly states: Pick<States, 'seed' | 'putSeed' | 'kept'>;
}

interface RowsDeps extends FirstDeps {
  /** In keys: the network, or its second copy. */
  readonly rows: string;
}

const keptGenesis = ({ chain, rpc, network, states }: FirstDeps, facts: NetworkFacts) =>
  states.kept(chain, `genesis-${facts.genesisBlockId.slice(2, 18)}`, () => readGenesis(rpc, network, facts));

const ADDRESSES = /0x[0-9a-f]{40}(?![0-9a-f])/g;
/** Owners of the first stakes, which no row has before the stakes end. */
export const genesisOwners = async (deps: FirstDeps, facts: NetworkFacts): Promise<string[]> =>
  (await keptGenesis(deps, facts)).genesis.validators.flatMap(({ tx }) => exactJson(tx).match(ADDRESSES) ?? []);

export function genesisBlock(deps: RowsDeps, facts: NetworkFacts): FirstBlock {
  const { rows } = deps;
  const read = () => keptGenesis(deps, facts);
  return {
    height: 0,
    isGenesis: true,
    unknown: { origin: 'transaction', created: { block: 0, time: facts.genesisTime } },
    state: async () => genesisState((await read()).genesis, getRules(facts)),
    async write(_raw, on) {
      await on.write(genesisWrites(rows, facts, (await read()).chains));
    },
  };
}

/** Seeds from the node's head if the bucket has no seed. Concurrent calls keep the first seed. */
export async function firstSeeded(
  { chain, rpc, blocks, states }: FirstDeps & { readonly blocks: Pick<PBlocks, 'height' | 'range'> },
  facts: NetworkFacts,
): Promise<number> {
  if (!(await states.seed(chain))) {
    // A network at its genesis needs no seed.
    if ((await blocks.height()) === 0) return 0;
    await states.putSeed(chain, await fetchSeed({ rpc, blocks }, facts));
  }
  const seed = await states.seed(chain);
  if (!seed) throw new Error(`the bucket has no seed for ${chain}`);
  return seed.height;
}

/** Throws if the bucket has no seed of this height. */
export function seededBlock(deps: RowsDeps, facts: NetworkFacts, height: number): FirstBlock {
  const { chain, rows, rpc, states } = deps;
  const getSeed = async (): Promise<Seed> => {
    const seed = await states.seed(chain);
    if (seed?.height === height) return seed;
    throw new Error(
      `the index of ${chain} starts at block ${height}, but the bucket has ${seed ? `the seed of block ${seed.height}` : 'no seed'}`,
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
      await on.write(genesisWrites(rows, facts, genesis));
      for (const writes of seedWrites(rows, seed, state, raw)) await on.write(writes);
      for (const [i, some] of chunk(ofSubnets, BLOCKCHAINS).entries()) {
        const ids = some.map(([{ blockchainId }]) => blockchainId);
        const txs = await states.kept(chain, `blockchains-${height}-${i}`, () => fetchTxs(rpc, ids));
        const items = some.map(([one, place]) => {
          const subnet = state.subnets.get(one.subnetId)?.created ?? place;
          return seededBlockchain(rows, one, { bytes: txs.get(one.blockchainId) ?? '', place, subnet });
        });
        await on.write(items.flat());
      }
    },
  };
}

/** Their geneses, up to 64 kB each, are in memory together. */
const BLOCKCHAINS = 100;
