import { type Blocks, between } from '../../chain/rows/block-lists';
import { toHex } from '../../core/table/hex';
import { after, justAbove, key, keyPrefix, parseKey } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { bytes, type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { TransactionRow } from '../domain/derive';
import type { InternalTransaction } from '../domain/internal-transactions';
import type { TransferRow } from '../domain/transfers';
import type { TransactionMessage } from '../teleporter/domain/transaction-message';
import { readTransactionMessage } from '../teleporter/rows/items';
import { decodeChunk, type ListRow } from './codec';
import { type InBlock, inBlock } from './in-block';
import { decodeInternalTxs } from './internal-codec';
import { PART_BYTES } from './rows';
import { decodeTx } from './tx-codec';

export interface ListedTransaction extends InBlock {
  readonly transaction: ListRow;
}
/** `baseFee` in wei. */
export interface WholeTransaction extends InBlock {
  readonly transaction: TransactionRow;
  readonly transfers: readonly TransferRow[];
  readonly baseFee: bigint;
}
export interface StoredTransaction extends WholeTransaction {
  /** Empty until the trace cursor reaches the block. */
  readonly internalTxs: readonly InternalTransaction[];
  readonly message?: TransactionMessage;
}

export function chunkReader(entity: 'ChainTx' | 'FailedTx') {
  const { pk, sk, gsi2 } = entities[entity];
  const rows = (item: Stored, rowKey: (block: number, tx: number, chain: string) => string) => {
    const { extras, rows: packed } = decodeChunk(bytes(item.d));
    const { block } = parseKey(sk, item.sk);
    const shared = inBlock(item, block, extras);
    return packed.map((transaction) => ({
      key: rowKey(block, transaction.index, shared.chain),
      value: { ...shared, transaction },
    }));
  };
  return () => ({
    ofChain: (chain: string, blocks: Blocks): List<ListedTransaction> => ({
      pk: key(pk, { chain }),
      ...between(blocks),
      rows: (item) => rows(item, (block, tx) => key(sk, { block, tx })),
    }),
    ofNetwork: (network: 'mainnet' | 'testnet', until = '~'): List<ListedTransaction> => ({
      index: 'gsi2',
      pk: key(gsi2[0], { network }),
      low: '0',
      high: until,
      rows: (item) => rows(item, (block, tx, chain) => key(gsi2[1], { time: Number(item.t), chain, block, tx })),
    }),
  });
}

/** An ordinary transaction takes half a unit, the largest fifty. */
const EXPECTED_UNITS = 2;

export function transactionReader(table: Table) {
  const byHash = async (chain: string, hash: string): Promise<StoredTransaction | undefined> => {
    const pk = key(entities.Tx.pk, { chain, hash });
    // Internal transactions and the message sort right before the transaction: one Query.
    const [internal, prefix] = [keyPrefix(entities.TxInternal.sk, {}), keyPrefix(entities.Tx.sk, {})];
    const items: Stored[] = [];
    for (let [low, more] = [internal, true]; more; ) {
      // A Query returns at most 1 MB, which is two parts.
      const answer = await table.query({ pk, low, high: after(prefix), ascending: true, limit: 200 });
      items.push(...answer.items);
      low = justAbove(text(items.at(-1)?.sk));
      more = answer.more;
    }
    const parts = items.filter(({ sk }) => text(sk).startsWith(prefix));
    const [first] = parts;
    if (!first) return undefined;
    const { extras, number, ...rest } = decodeTx(joined(parts));
    const shared = inBlock(first, number, extras);
    // Traces come later: ignore half-written rows and rows of a replaced block.
    const beside = items.filter((item) => !parts.includes(item) && toHex(bytes(item.h)) === shared.hash);
    const message = beside.find(isMessage);
    const internals = beside.filter((item) => item !== message);
    const whole = internals.length > 0 && internals.length === Number(internals[0]?.n ?? 1);
    return {
      ...shared,
      ...rest,
      internalTxs: whole ? decodeInternalTxs(joined(internals)) : [],
      ...(message ? { message: readTransactionMessage(message) } : {}),
    };
  };
  const readFirst = (entity: 'Tx' | 'TxInternal', chain: string, hashes: readonly string[]): Promise<Stored[]> => {
    const { pk, sk } = entities[entity];
    const keys = [...new Set(hashes)].map((hash) => ({ pk: key(pk, { chain, hash }), sk: key(sk, { part: 0 }) }));
    return table.batchGet(keys, false, EXPECTED_UNITS);
  };
  return {
    byHash,
    /** In execution order, with the hash of their block; no entry without any. */
    async internalTxs(
      chain: string,
      hashes: readonly string[],
    ): Promise<ReadonlyMap<string, { readonly block: string; readonly internalTxs: readonly InternalTransaction[] }>> {
      const items = await readFirst('TxInternal', chain, hashes);
      const entries = items.map(async (item) => {
        const { hash } = parseKey(entities.TxInternal.pk, item.pk);
        const isWhole = Number(item.n ?? 1) === 1;
        const internalTxs = isWhole ? decodeInternalTxs(bytes(item.d)) : (await byHash(chain, hash))?.internalTxs;
        return [hash, { block: toHex(bytes(item.h)), internalTxs: internalTxs ?? [] }] as const;
      });
      return new Map(await Promise.all(entries));
    },
    /** One BatchGet for a hundred. A transaction of more than one part has no entry. */
    async firstParts(chain: string, hashes: readonly string[]): Promise<ReadonlyMap<string, WholeTransaction>> {
      const items = await readFirst('Tx', chain, hashes);
      return new Map(
        items.flatMap((item) => {
          if (bytes(item.d).length >= PART_BYTES) return [];
          const { extras, number, ...rest } = decodeTx(bytes(item.d));
          return [[rest.transaction.hash, { ...inBlock(item, number, extras), ...rest }]];
        }),
      );
    },
  };
}

const isMessage = ({ sk }: Stored): boolean => sk === entities.TxMessage.sk;
const joined = (parts: readonly Stored[]): Uint8Array => Buffer.concat(parts.map((part) => bytes(part.d)));
