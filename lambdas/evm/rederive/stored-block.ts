import { after, key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { bytes } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { AddressRow, TransactionRow } from '../domain/derive';
import type { TransferRow } from '../domain/transfers';
import { blockReader } from '../rows/block-reader';
import { decodeChunk } from '../rows/codec';
import { transactionReader } from '../rows/transaction-readers';
import type { DerivedAgain } from './slice';

const MAX_CHUNKS = 1_000; // of one block

/** A block as far as its rows tell, without the bucket: created contracts are missing. */
export async function storedBlock(table: Table, chain: string, number: number): Promise<DerivedAgain | undefined> {
  const block = await blockReader(table).byNumber(chain, number);
  if (!block) return undefined;
  const { pk, sk } = entities.ChainTx;
  const range = { low: key(sk, { block: number, tx: 0 }), high: after(key(sk, { block: number, tx: 99_999 })) };
  const { items } = await table.query({ pk: key(pk, { chain }), ...range, ascending: true, limit: MAX_CHUNKS });
  const hashes = items.flatMap((item) => decodeChunk(bytes(item.d)).rows.map(({ hash }) => hash));
  const reader = transactionReader(table);
  const whole = (await Promise.all(hashes.map((hash) => reader.byHash(chain, hash)))).flatMap((one) => one ?? []);
  const transactions = whole.map(({ transaction }) => transaction);
  const transfers = whole.flatMap((one) => one.transfers).toSorted((a, b) => a.row - b.row);
  return {
    derived: {
      ...{ block, transactions, transfers, wraps: [], deployments: [], missingReceipts: [] },
      addresses: getAddresses(transactions, transfers),
      raw: { block: { ...NO_BLOCK, transactions: [] }, receipts: [], balances: {} },
    },
    internalTxs: whole.flatMap((one) => one.internalTxs),
  };
}

const NO_BLOCK = { number: '0x0', hash: '0x', parentHash: '0x', timestamp: '0x0', gasUsed: '0x0', gasLimit: '0x0' };

function getAddresses(transactions: readonly TransactionRow[], transfers: readonly TransferRow[]): AddressRow[] {
  const addresses = new Set([
    ...transactions.flatMap(({ from, to }) => [from, ...(to ? [to] : [])]),
    ...transfers.flatMap(({ from, to }) => [from, to]),
  ]);
  return [...addresses].map((address) => ({
    address,
    transactions: transactions.filter(({ from, to }) => from === address || to === address),
    transfers: transfers.filter(({ from, to }) => from === address || to === address),
  }));
}
