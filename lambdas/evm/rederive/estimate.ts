import { type BlockRange, without } from '../../chain/domain/block-range';
import { type Cursor, finalBlock } from '../../chain/domain/cursor';
import { SLICE_BLOCKS } from '../../chain/domain/history-plan';
import { transactionsBefore } from '../../chain/domain/transaction-counts';
import { toDollars } from '../../core/contract/prices';
import type { RowFamily } from '../../core/domain/copies';
import { getFamily } from '../../core/table/copies';
import { writeUnits } from '../../core/table/item';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { bytes } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { AddressRow, TransactionRow } from '../domain/derive';
import type { TraceCursor } from '../domain/trace-cursor';
import type { TransferRow } from '../domain/transfers';
import { toItems } from '../indexer/projections/facts';
import { blockReader } from '../rows/block-reader';
import { decodeChunk } from '../rows/codec';
import { getInternalTxItems } from '../rows/internal-rows';
import { transactionReader } from '../rows/transaction-readers';

const MAX_SAMPLES = 60;
const MAX_TRANSACTIONS = 1_000; // of one block

export interface RederiveEstimate {
  readonly blocks: number;
  readonly transactions: number;
  readonly rows: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly objects: number;
  readonly dollars: number;
}

interface Chain {
  readonly chainId: string;
  readonly network: 'mainnet' | 'testnet';
}

/** From blocks sampled evenly, as they are indexed now. */
export async function estimateRederivation(
  table: Table,
  chain: Chain,
  { from, to }: BlockRange,
  families: readonly RowFamily[],
  { counts, start }: Pick<Cursor, 'counts' | 'start'>,
): Promise<RederiveEstimate> {
  const blocks = to - from + 1;
  const step = Math.max(1, (blocks - 1) / (MAX_SAMPLES - 1));
  const numbers = new Set(Array.from({ length: MAX_SAMPLES }, (_, i) => Math.min(to, Math.round(from + i * step))));
  const samples = await Promise.all([...numbers].map((number) => sampleBlock(table, chain, number, families)));
  const found = samples.flatMap((sample) => sample ?? []);
  const sum = (get: (one: (typeof found)[number]) => number) => found.reduce((total, one) => total + get(one), 0);
  const countAt = async (block: number) => {
    const row = await blockReader(table).byNumber(chain.chainId, block);
    return row && { cumulative: row.cumulative + transactionsBefore(counts, block), own: row.txCount };
  };
  const [first, last] = await Promise.all([countAt(from), countAt(to)]);
  const sampled = Math.round((sum(({ txs }) => txs) / Math.max(1, found.length)) * blocks);
  const counted = first && last ? last.cumulative - first.cumulative + first.own : sampled;
  // Without a joined count, each range counts from its own first block.
  const transactions = counted >= 0 ? counted : sampled;
  const scale =
    (blocks + transactions) /
    Math.max(
      1,
      sum(({ txs }) => 1 + txs),
    );
  const [rows, units] = [sum((one) => one.rows) * scale, sum((one) => one.units) * scale];
  const history = Math.max(0, Math.min(to, start - 1) - from + 1);
  const objects = Math.ceil(history / SLICE_BLOCKS) + Math.max(0, blocks - history);
  const usage = {
    writeUnit: Math.round(units),
    readUnit: Math.round(rows * 0.5 + blocks),
    s3Read: objects,
    s3Write: objects,
  };
  return {
    blocks,
    transactions,
    rows: Math.round(rows),
    writeUnits: usage.writeUnit,
    readUnits: usage.readUnit,
    objects,
    dollars: toDollars(usage),
  };
}

async function sampleBlock(table: Table, chain: Chain, number: number, families: readonly RowFamily[]) {
  const { chainId } = chain;
  const block = await blockReader(table).byNumber(chainId, number);
  if (!block) return undefined;
  const { pk, sk } = entities.ChainTx;
  const range = { low: key(sk, { block: number, tx: 0 }), high: key(sk, { block: number, tx: 99_999 }) };
  const { items } = await table.query({
    pk: key(pk, { chain: chainId }),
    ...range,
    ascending: true,
    limit: MAX_TRANSACTIONS,
  });
  const hashes = items.flatMap((item) => decodeChunk(bytes(item.d)).rows.map(({ hash }) => hash));
  const reader = transactionReader(table);
  const whole = (await Promise.all(hashes.map((hash) => reader.byHash(chainId, hash)))).flatMap((one) => one ?? []);
  const transactions = whole.map(({ transaction }) => transaction);
  const transfers = whole.flatMap((one) => one.transfers).toSorted((a, b) => a.row - b.row);
  const derived = {
    ...{ block, transactions, transfers, wraps: [], deployments: [], missingReceipts: [] },
    addresses: getAddresses(transactions, transfers),
    raw: { block: { ...NO_BLOCK, transactions: [] }, receipts: [], balances: {} },
  };
  const internalTxs = whole.flatMap((one) => one.internalTxs);
  const rows = [...toItems(derived, chain), ...getInternalTxItems({ derived, internalTxs }, chainId)].filter((item) =>
    families.some((family) => family === getFamily(item)),
  );
  return { txs: transactions.length, rows: rows.length, units: rows.reduce((sum, item) => sum + writeUnits(item), 0) };
}

const NO_BLOCK = { number: '0x0', hash: '0x', parentHash: '0x', timestamp: '0x0', gasUsed: '0x0', gasLimit: '0x0' };

/** Without the addresses of created contracts. */
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

interface Indexed {
  readonly cursor: Cursor;
  /** Wholly indexed blocks. */
  readonly ranges: readonly BlockRange[];
  readonly traceCursor: TraceCursor | undefined;
}

/**
 * The requested blocks, from the start of an object in the bucket on. Throws if they are not indexed, final and traced, as
 * rows of the other copy would be incomplete.
 */
export function rederivedRange(
  { from, to }: { readonly from?: number; readonly to?: number },
  { cursor, ranges, traceCursor }: Indexed,
  { finalityDepth, traces }: { readonly finalityDepth: number; readonly traces: boolean },
): BlockRange {
  const first = ranges[0]?.from;
  const isTraced = traces && traceCursor !== undefined && traceCursor.offAt === undefined;
  const final = Math.min(finalBlock(cursor, finalityDepth), isTraced ? traceCursor.number : Number.POSITIVE_INFINITY);
  if (first === undefined || final < first) throw new Error('no final block is indexed yet');
  const [low, high] = [Math.max(from ?? first, first), Math.min(to ?? final, final)];
  if (high < low)
    throw new Error(`blocks ${low} to ${high}: choose some between ${first} and ${final}, the last final block`);
  // Slices of history begin at multiples, or at the first indexed block.
  const range = { from: Math.max(first, low - (low % SLICE_BLOCKS)), to: high };
  const [missing] = without([range], ranges);
  if (missing)
    throw new Error(
      `blocks ${missing.from} to ${missing.to} are not indexed: backfill them first, or choose others with --from and --to`,
    );
  return range;
}
