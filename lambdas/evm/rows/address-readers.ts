import { type Blocks, between } from '../../chain/rows/block-lists';
import { after, key, keyPrefix, parseKey } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { bytes, type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { InternalTransaction } from '../domain/internal-transactions';
import type { TransferKind, TransferRow } from '../domain/transfers';
import { decodeChunk, type ListRow } from './codec';
import { type InBlock, inBlock } from './in-block';
import { readInternalTx } from './internal-codec';
import { ADDRESS_TRANSFERS } from './rows';
import type { ListedTransaction } from './transaction-readers';
import { decodeHeaded, decodeTransfers } from './transfer-codec';

export interface ListedTransfer extends InBlock {
  readonly txHash: string;
  readonly transfer: TransferRow;
  /** If no other list of the address has it. */
  readonly body?: ListRow;
}
export interface ListedInternal extends InBlock {
  readonly txHash: string;
  readonly internalTx: InternalTransaction;
  /** If the address's native list does not have it. */
  readonly body?: ListRow;
}
/** `n` native, `2`, `7`, `8` transfers of ERC-20, ERC-721 and ERC-1155, `i` internal. */
export type ActivityKind = 'n' | '2' | '7' | '8' | 'i';

const getBlock = (item: Stored): number => Number(text(item.sk).slice(2, 12));

export function addressTxReader(table: Table) {
  const { pk, sk } = entities.AddressTx;
  const ofAddress = (chain: string, address: string, blocks: Blocks): List<ListedTransaction> => ({
    pk: key(pk, { chain, address }),
    prefix: 'n#',
    ...between(blocks),
    rows: (item) => {
      const block = getBlock(item);
      const { extras, rows } = decodeChunk(bytes(item.d), address);
      const shared = inBlock(item, block, extras);
      return rows.map((transaction) => ({
        key: key(sk, { block, tx: transaction.index }).slice(2),
        value: { ...shared, transaction },
      }));
    },
  });
  return {
    ofAddress,
    /** In wei, after the latest transaction up to `to`. undefined without one or a reading. */
    async lastBalance(
      chain: string,
      address: string,
      to: number,
    ): Promise<{ block: number; balance: bigint } | undefined> {
      const range = { low: keyPrefix(sk, { block: 0 }), high: after(keyPrefix(sk, { block: to })) };
      const { items } = await table.query({ pk: key(pk, { chain, address }), ...range, ascending: false, limit: 1 });
      const [item] = items;
      const balance = item && decodeChunk(bytes(item.d), address).balance;
      return item && balance !== undefined ? { block: getBlock(item), balance } : undefined;
    },
  };
}

export const addressTransferReader = (kind: TransferKind) => () => ({
  ofAddress: (chain: string, address: string, blocks: Blocks): List<ListedTransfer> => {
    const { pk, sk } = ADDRESS_TRANSFERS[kind];
    return {
      pk: key(pk, { chain, address }),
      prefix: sk.slice(0, 2),
      ...between(blocks),
      rows: (item) => {
        const block = getBlock(item);
        const { extras, rows } = decodeTransfers(bytes(item.d), { self: address });
        const shared = inBlock(item, block, extras);
        return rows.map(({ hash, ...row }) => ({
          key: key(sk, { block, tx: row.transfer.tx, transfer: row.transfer.row }).slice(2),
          value: { ...shared, ...row, txHash: hash },
        }));
      },
    };
  },
});

export const addressInternalReader = () => ({
  ofAddress: (chain: string, address: string, blocks: Blocks): List<ListedInternal> => {
    const { pk, sk } = entities.AddressInternal;
    return {
      pk: key(pk, { chain, address }),
      prefix: 'i#',
      ...between(blocks),
      rows: (item) => {
        const block = getBlock(item);
        const { extras, rows } = decodeHeaded(bytes(item.d), (from, tx) => readInternalTx(from, tx, address));
        const shared = inBlock(item, block, extras);
        return rows.map(({ hash, row: internalTx, ...body }) => ({
          key: key(sk, { block, tx: internalTx.tx, internalTx: internalTx.row }).slice(2),
          value: { ...shared, ...body, txHash: hash, internalTx },
        }));
      },
    };
  },
});

export function addressChainReader(table: Table) {
  const { pk, sk } = entities.AddressChain;
  return {
    async getChains(address: string): Promise<{ chain: string; block: number }[]> {
      const range = { pk: key(pk, { address }), low: '0', high: '~', ascending: true, limit: 1_000 };
      const { items } = await table.query(range);
      return items.map((item) => ({ chain: parseKey(sk, item.sk).chain, block: Number(item.b) }));
    },
    /** After a rollback there can be one too many, never one too few. */
    async getKinds(chain: string, address: string, consistent = false): Promise<ReadonlySet<ActivityKind>> {
      const low = keyPrefix(sk, { chain });
      const { items } = await table.query({
        pk: key(pk, { address }),
        low,
        high: after(low),
        ascending: true,
        limit: 10,
        consistent,
      });
      return new Set(items.map((item) => parseKey(sk, item.sk).kind as ActivityKind));
    },
  };
}
