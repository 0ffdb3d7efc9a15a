import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import type { Asked, Handler } from '../endpoints/call';
import { call } from '../endpoints/call';
import { type AllDeps, depsWith } from '../endpoints/deps';
import { countedChain, type Made } from './counted-chain';

/** Two hours and a half before a full hour, so that hours and days end between blocks. */
const blocks: readonly Made[] = Array.from({ length: 60 }, (_, i) => ({
  gap: i % 20 === 19 ? 20_000 : 600,
  sent: i % 3 === 0 ? [{ from: 1 + (i % 4), to: 5 + (i % 7) }, { from: 9 }] : [],
  creators: i % 6 === 0 ? [20] : [],
}));

/** Some days of a chain: the rows of ended hours, the parts of the open ones, and blocks that are not counted. */
export async function countedWorld(history: readonly Made[] = []) {
  const chain = await countedChain(history);
  await chain.act({ blocks: blocks.slice(0, 50) });
  chain.later();
  await chain.count();
  await chain.act({ blocks: blocks.slice(50) });
  const { deps } = await depsWith({ chains: [chain.chain], table: chain.table });
  const cursor: Cursor = chain.cursor();
  const own = chain.deps;
  const all: AllDeps = {
    ...{ ...deps, ...own },
    states: { ...deps.states, ...own.states },
    Cursor: { ...deps.Cursor, find: async () => cursor },
  };
  return {
    ...chain,
    deps: all,
    /** `later`: than the last block, seconds. `seen`: of the cursor; the node has just answered by default. */
    ask(handler: Handler<AllDeps>, asked: Asked, later = 0, seen: Partial<Cursor> = {}) {
      const now = (cursor.time + later) * 1_000;
      const read = { ...cursor, idleAt: now, ...seen };
      const find = async () => read;
      const Cursor = {
        ...all.Cursor,
        find,
        all: async (ids: readonly string[]) => new Map(ids.map((id) => [id, read])),
      };
      const params = { chainId: chain.chain.chainId, ...asked.params };
      return call(handler, { ...all, Cursor, now: () => now }, { ...asked, params });
    },
  };
}

export const CHAIN_OR_GROUP = [
  'a malformed chain id',
  { params: { chainId: 'mainnets' } },
  'chainId: must be an EVM chain ID in decimal digits, a blockchain ID, or one of total, mainnet, testnet',
] as const;

export interface Value {
  readonly value: number;
  readonly timestamp: number;
}
export const valuesIn = (body: Record<string, unknown>): Value[] => body.results as Value[];
