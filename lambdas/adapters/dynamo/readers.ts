import type { Cursor } from '../../domain/evm/cursor';
import type { BlockRow, TransactionRow } from '../../domain/evm/derive';
import { type BlockExtras, decodeBlock, decodeChunk, decodeTx, type ListRow } from '../../table/codec';
import { after, key, keyPrefix } from '../../table/key';
import { type EntityName, entities } from '../../table/schema';
import type { Clock } from '../clock';
import { cursorKey, hexOf, readCursor } from './cursor-item';
import type { List } from './list';
import type { Table } from './table';

/** What a list row says of its block. */
export interface InBlock extends BlockExtras {
  readonly chain: string;
  readonly number: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly time: number;
}
/** A transaction of a list, with its block. */
export interface ListedTransaction extends InBlock {
  readonly transaction: ListRow;
}
/** A block of a list, with its chain. */
export interface ListedBlock extends BlockRow {
  readonly chain: string;
}
/** Blocks of a list, both ends included. */
interface Blocks {
  readonly from: number;
  readonly to: number;
}

type Row = Record<string, unknown>;
const text = (value: unknown): string => String(value);
const bytes = (value: unknown): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  throw new Error('an item lacks its bytes');
};

/** The bounds of these blocks under a sort key that begins with its block; an empty range where `to` is lower. */
const between = (sk: '{block:10}' | '{block:10}#{row:5}' | 'n#{block:10}#{row:5}', { from, to }: Blocks) => ({
  low: keyPrefix<string>(sk, { block: from }),
  high: to < from ? '' : after(keyPrefix<string>(sk, { block: to })),
});

/** How long a warm function may go on with the cursors that it has read, ms. */
const FRESH = 1_000;
const cursors = new Map<string, { at: number; cursor: Cursor | undefined }>();

function cursorReader(table: Table, now: Clock) {
  /** `fresh`: as they stand now, not as a warm function has them. */
  const all = async (chains: readonly string[], fresh = false): Promise<Map<string, Cursor>> => {
    const stale = chains.filter((chain) => fresh || now() - (cursors.get(chain)?.at ?? 0) > FRESH);
    const [only] = stale;
    if (only !== undefined) {
      const items =
        stale.length === 1
          ? [await table.get(cursorKey(only), fresh)]
          : await table.batchGet(stale.map(cursorKey), fresh);
      for (const chain of stale) {
        const item = items.find((found) => found?.pk === cursorKey(chain).pk);
        cursors.set(chain, { at: now(), cursor: item && readCursor(item) });
      }
    }
    return new Map(
      chains.flatMap((chain) => {
        const cursor = cursors.get(chain)?.cursor;
        return cursor ? [[chain, cursor]] : [];
      }),
    );
  };
  return {
    all,
    find: async (chain: string, fresh = false): Promise<Cursor | undefined> => (await all([chain], fresh)).get(chain),
  };
}

function blockReader(table: Table) {
  const blockOf = (item: Row): ListedBlock => ({
    ...decodeBlock(bytes(item.d)),
    chain: text(item.pk).split('#')[1] ?? '',
    number: Number(item.sk),
    hash: hexOf(bytes(item.h)),
    time: Number(item.t),
  });
  const { Block } = entities;
  return {
    async byNumber(chain: string, block: number): Promise<ListedBlock | undefined> {
      const item = await table.get({ pk: key(Block.pk, { chain }), sk: key(Block.sk, { block }) });
      return item && blockOf(item);
    },
    async byHash(chain: string, hash: string): Promise<ListedBlock | undefined> {
      const sk = Block.gsi1[1];
      const pk = key(Block.gsi1[0], { chain, hash });
      const { items } = await table.query({ index: 'gsi1', pk, low: sk, high: sk, ascending: true, limit: 1 });
      return items[0] && blockOf(items[0]);
    },
    ofChain: (chain: string, { from, to }: Blocks): List<ListedBlock> => ({
      pk: key(Block.pk, { chain }),
      ...between(Block.sk, { from, to }),
      rows: (item) => [{ key: text(item.sk), value: blockOf(item) }],
    }),
    /** `until`: the key of the last row, where the list has an end. */
    ofNetwork: (network: 'mainnet' | 'testnet', until = '~'): List<ListedBlock> => ({
      index: 'gsi2',
      pk: key(Block.gsi2[0], { network }),
      low: '0',
      high: until,
      rows: (item) => [{ key: text(item.g2s), value: blockOf(item) }],
    }),
  };
}

const inBlock = (item: Row, chain: string, block: number, extras: BlockExtras): InBlock => ({
  ...extras,
  chain,
  number: block,
  hash: hexOf(bytes(item.h)),
  time: Number(item.t),
});

function chunkReader(entity: 'ChainTx' | 'FailedTx') {
  const { pk, sk, gsi2 } = entities[entity];
  const rows = (item: Row, rowKey: (block: number, row: number, chain: string) => string) => {
    const { extras, rows: packed } = decodeChunk(bytes(item.d));
    const chain = text(item.pk).split('#')[1] ?? '';
    const block = Number(text(item.sk).split('#')[0]);
    const shared = inBlock(item, chain, block, extras);
    return packed.map((transaction) => ({
      key: rowKey(block, transaction.index, chain),
      value: { ...shared, transaction },
    }));
  };
  return () => ({
    ofChain: (chain: string, { from, to }: Blocks): List<ListedTransaction> => ({
      pk: key(pk, { chain }),
      ...between(sk, { from, to }),
      rows: (item) => rows(item, (block, row) => key(sk, { block, row })),
    }),
    /** `until`: the key of the last row, where the list has an end. */
    ofNetwork: (network: 'mainnet' | 'testnet', until = '~'): List<ListedTransaction> => ({
      index: 'gsi2',
      pk: key(gsi2[0], { network }),
      low: '0',
      high: until,
      rows: (item) => rows(item, (block, row, chain) => key(gsi2[1], { time: Number(item.t), chain, block, row })),
    }),
  });
}

function transactionReader(table: Table) {
  return {
    async byHash(
      chain: string,
      hash: string,
    ): Promise<(InBlock & { transaction: TransactionRow; baseFee: bigint }) | undefined> {
      const pk = key(entities.Tx.pk, { chain, hash });
      const prefix = keyPrefix(entities.Tx.sk, {});
      const items: Row[] = [];
      for (let [low, more] = [prefix, true]; more; ) {
        // A Query gives 1 MB at most: two parts.
        const answer = await table.query({ pk, low, high: after(prefix), ascending: true, limit: 100 });
        items.push(...answer.items);
        low = `${text(items.at(-1)?.sk)}!`;
        more = answer.more;
      }
      const [first] = items;
      if (!first) return undefined;
      const { extras, number, ...rest } = decodeTx(Buffer.concat(items.map((item) => bytes(item.d))));
      return { ...inBlock(first, chain, number, extras), ...rest };
    },
  };
}

function addressReader(table: Table) {
  const { pk, sk } = entities.AddressTx;
  const ofAddress = (chain: string, address: string, { from, to }: Blocks): List<ListedTransaction> => ({
    pk: key(pk, { chain, address }),
    ...between(sk, { from, to }),
    rows: (item) => {
      const block = Number(text(item.sk).slice(2).split('#')[0]);
      const { extras, rows } = decodeChunk(bytes(item.d), address);
      const shared = inBlock(item, chain, block, extras);
      return rows.map((transaction) => ({
        key: key(sk, { block, row: transaction.index }),
        value: { ...shared, transaction },
      }));
    },
  });
  return {
    ofAddress,
    /** The native balance (wei) as read after the address's latest transaction at or before `to`, and at which block. */
    async lastBalance(
      chain: string,
      address: string,
      to: number,
    ): Promise<{ block: number; balance: bigint } | undefined> {
      const list = ofAddress(chain, address, { from: 0, to });
      const { items } = await table.query({ ...list, ascending: false, limit: 1 });
      const [item] = items;
      const balance = item && decodeChunk(bytes(item.d), address).balance;
      return balance === undefined ? undefined : { block: Number(text(item?.sk).slice(2).split('#')[0]), balance };
    },
  };
}

function addressChainReader(table: Table) {
  return {
    /** Chain ids on which the address was active, with the witness block. */
    async chainsOf(address: string): Promise<{ chain: string; block: number }[]> {
      const pk = key(entities.AddressChain.pk, { address });
      const { items } = await table.query({ pk, low: '0', high: '~', ascending: true, limit: 1_000 });
      return items.map((item) => ({ chain: text(item.sk), block: Number(item.b) }));
    },
  };
}

/** One reader an entity: an endpoint is given those of the entities that it declares, and no other. */
export const readers = {
  Cursor: cursorReader,
  BlockRecord: () => ({}),
  Block: blockReader,
  ChainTx: chunkReader('ChainTx'),
  FailedTx: chunkReader('FailedTx'),
  Tx: transactionReader,
  AddressTx: addressReader,
  AddressChain: addressChainReader,
} satisfies Record<EntityName, (table: Table, now: Clock) => object>;

/** Readers of these entities. */
export type Readers<E extends EntityName> = { readonly [K in E]: ReturnType<(typeof readers)[K]> };
