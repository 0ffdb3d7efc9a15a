import type { Deps } from '../../lambdas/adapters/deps';
import { readPage } from '../../lambdas/adapters/dynamo/list';
import { readers } from '../../lambdas/adapters/dynamo/readers';
import type { Table } from '../../lambdas/adapters/dynamo/table';
import type { Node } from '../../lambdas/adapters/evm/node';
import type { Chain } from '../../lambdas/contract/config';
import type { Cursor } from '../../lambdas/domain/evm/cursor';
import { derive } from '../../lambdas/domain/evm/derive';
import type { RawBlock } from '../../lambdas/domain/evm/rpc';
import { key } from '../../lambdas/table/key';
import { itemsOf } from '../../lambdas/table/rows';
import { type EntityName, entities } from '../../lambdas/table/schema';
import { aChain, aCursor } from './make';
import { memoryTable } from './memory-table';

/** 2 s after the last time of `aCursor`: its chain is up. Unix ms. */
export const NOW = 1_700_000_012_000;

/** What a handler of any endpoint may use. */
export type AllDeps = Deps<EntityName, true>;

interface Given {
  readonly chains?: readonly Chain[];
  /** Indexed blocks by chain id, ascending. */
  readonly blocks?: Readonly<Record<string, readonly RawBlock[]>>;
  /** By chain id. Unsaid: at the last of the chain's blocks; a chain without blocks has none. */
  readonly cursors?: Readonly<Record<string, Cursor>>;
  readonly node?: Node['call'];
}

/** Dependencies of every endpoint: the real readers over a table in memory that holds the rows of these blocks. */
export async function depsWith({ chains = [aChain()], blocks = {}, cursors = {}, node = noNode }: Given = {}) {
  const table = memoryTable();
  for (const chain of chains) await writeBlocks(table, chain, blocks[chain.chainId] ?? []);
  const known = new Map<string, Cursor>();
  for (const chain of chains) {
    const cursor = cursors[chain.chainId] ?? cursorAt(blocks[chain.chainId]?.at(-1));
    if (cursor) known.set(chain.chainId, cursor);
  }
  const now = () => NOW;
  const deps: AllDeps = {
    chains,
    now,
    // Not the real one: it remembers cursors for a second of real time, across tests.
    Cursor: {
      find: async (chain) => known.get(chain),
      all: async (wanted) => new Map([...known].filter(([chain]) => wanted.includes(chain))),
    },
    BlockRecord: readers.BlockRecord(),
    Block: readers.Block(table),
    ChainTx: readers.ChainTx(),
    FailedTx: readers.FailedTx(),
    Tx: readers.Tx(table),
    AddressTx: readers.AddressTx(table),
    AddressChain: readers.AddressChain(table),
    page: (lists, query) => readPage(table, lists, query),
    node: { call: node },
  };
  return { deps, table, cursors: known };
}

/** Dependencies of which the first that a reading endpoint asks fails. */
export async function brokenDeps(message: string) {
  const { deps } = await depsWith();
  const fail = async () => {
    throw new Error(message);
  };
  return { ...deps, Cursor: { find: fail, all: fail } };
}

/** Adds the rows of blocks, and a witness for each address that is new. */
async function writeBlocks(table: Table, chain: Chain, raws: readonly RawBlock[]): Promise<void> {
  let cumulative = 0;
  for (const raw of raws) {
    const derived = derive(raw, cumulative);
    cumulative = derived.block.cumulative;
    await table.write(itemsOf(derived, chain).map((put) => ({ put })));
    for (const { address } of derived.addresses) {
      const place = { pk: key(entities.AddressChain.pk, { address }), sk: chain.chainId };
      if (!(await table.get(place))) await table.write([{ put: { ...place, b: derived.block.number, m: 1 } }]);
    }
  }
}

/** A cursor that stands on this block, which is the node's head too. */
export function cursorAt(raw: RawBlock | undefined): Cursor | undefined {
  if (!raw) return undefined;
  const [number, time] = [Number(raw.block.number), Number(raw.block.timestamp)];
  return aCursor({ number, hash: raw.block.hash, time, head: number, headTime: time });
}

const noNode = async (chainId: string, method: string) => {
  throw new Error(`no node was expected to be asked: ${method} of chain ${chainId}`);
};
