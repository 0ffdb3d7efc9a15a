import { cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import type { Chain } from '../../../lambdas/core/contract/config';
import { getPage } from '../../../lambdas/core/http/page';
import type { Item } from '../../../lambdas/core/table/item';
import { type List, readPage } from '../../../lambdas/core/table/list';
import type { Table } from '../../../lambdas/core/table/table';
import { type DerivedBlock, derive } from '../../../lambdas/evm/domain/derive';
import type { RawBlock, RpcTransaction } from '../../../lambdas/evm/domain/rpc';
import { toItems } from '../../../lambdas/evm/indexer/projections/facts';
import { evmReaders } from '../../../lambdas/evm/rows/readers';
import type { ListedTransaction } from '../../../lambdas/evm/rows/transaction-readers';
import { aChain, address } from '../make/blocks';
import { memoryTable } from '../tables/memory';
import { repacked } from './repack';

/** Two chains share the mainnet's index key. Equal block numbers, from 0, have equal times. */
const chains = [aChain({ chainId: '1' }), aChain({ chainId: '2' }), aChain({ chainId: '3', network: 'testnet' })];
type World = readonly (readonly RawBlock[])[];

interface Kind {
  readonly chains: 1 | 3;
  readonly lists: (count: number) => List<ListedTransaction>[];
  readonly truth: (world: World, count: number) => string[];
}
const hashes = (blocks: readonly RawBlock[] = [], wanted: (transaction: RpcTransaction) => boolean = () => true) =>
  blocks.flatMap((raw) => raw.block.transactions.filter(wanted).map((transaction) => transaction.hash));
const [AddressTx, ChainTx] = [evmReaders.AddressTx(memoryTable().table), evmReaders.ChainTx()];

export const kinds: Readonly<Record<string, Kind>> = {
  "an address's": {
    chains: 1,
    lists: (count) => [AddressTx.ofAddress('1', address(1), { from: 0, to: count - 1 })],
    truth: ([one], count) => hashes(one?.slice(0, count), ({ from, to }) => from === address(1) || to === address(1)),
  },
  "a chain's": {
    chains: 1,
    lists: (count) => [ChainTx.ofChain('1', { from: 0, to: count - 1 })],
    truth: ([one], count) => hashes(one?.slice(0, count)),
  },
  "all chains', merged": {
    chains: 3,
    lists: (count) =>
      (['mainnet', 'testnet'] as const).map((name) => ChainTx.ofNetwork(name, `${1_700_000_000 + count - 1}~`)),
    truth: (world, count) =>
      Array.from({ length: count }, (_, n) => world.flatMap((chain) => hashes(chain.slice(n, n + 1)))).flat(),
  },
};

export async function indexed(world: World, count: number) {
  const derived = world.map((blocks) => blocks.map((raw) => derive(raw, 0)));
  const each = (from: number, to: number, items: (block: DerivedBlock, chain: Chain) => Item[]) =>
    chains.flatMap((chain, i) => (derived[i] ?? []).slice(from, to).flatMap((one) => items(one, chain)));
  const holding = async (items: readonly Item[]): Promise<Table> => {
    const { table } = memoryTable();
    await table.write(items.map((put) => ({ put })));
    return table;
  };
  const table = await holding(each(0, count, toItems).filter(({ pk }) => /^[al]#/.test(pk)));
  const packings = new Map<number, Promise<Table>>();
  return {
    table,
    async add(n: number): Promise<undefined> {
      await table.write(each(n, n + 1, toItems).map((put) => ({ put })));
    },
    /** Cached. */
    packed(size: number): Promise<Table> {
      const known = packings.get(size);
      if (known) return known;
      const made = holding(each(0, count, (one, chain) => repacked(one, chain, size)));
      packings.set(size, made);
      return made;
    },
  };
}

interface Walk {
  readonly size: number;
  readonly ascending: boolean;
  readonly keep?: (value: ListedTransaction) => boolean;
  /** Runs after each page but the last, counting from 1. Can replace the table. */
  readonly between?: (page: number) => Promise<Table | undefined>;
}

export async function walk(first: Table, lists: List<ListedTransaction>[], { size, ascending, keep, between }: Walk) {
  let table = first;
  const found: string[] = [];
  const pages: { requests: number; rows: number }[] = [];
  for (let token: string | undefined; pages.length < 10_000; ) {
    const page = getPage(['list'], size, token);
    // As endpoints do.
    await table.batchGet(chains.map(({ chainId }) => cursorKey(chainId)));
    table.meter.requests = 0;
    const { values, next } = await readPage(table, lists, { ...page, ascending, ...(keep ? { keep } : {}) });
    pages.push({ requests: table.meter.requests, rows: values.length });
    found.push(...values.map((value) => value.transaction.hash));
    token = page.token(next, 0).nextPageToken;
    if (token === undefined) return { found, pages };
    table = (await between?.(pages.length)) ?? table;
  }
  throw new Error('the list does not end');
}
