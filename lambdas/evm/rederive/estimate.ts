import type { BackfillJob } from '../../chain/domain/backfill-job';
import { type BlockRange, without } from '../../chain/domain/block-range';
import { type Cursor, finalBlock } from '../../chain/domain/cursor';
import { SLICE_BLOCKS } from '../../chain/domain/history-plan';
import { transactionsBefore } from '../../chain/domain/transaction-counts';
import { toDollars } from '../../core/contract/prices';
import type { RowFamily } from '../../core/domain/copies';
import { getFamily } from '../../core/table/copy-keys';
import { writeUnits } from '../../core/table/item';
import type { Table } from '../../core/table/table';
import type { TraceCursor } from '../domain/trace-cursor';
import { toItems } from '../indexer/projections/facts';
import { blockReader } from '../rows/block-reader';
import { getInternalTxItems } from '../rows/internal-rows';
import { storedBlock } from './stored-block';

const MAX_SAMPLES = 60;

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
  const stored = await storedBlock(table, chainId, number);
  if (!stored) return undefined;
  const rows = [...toItems(stored.derived, chain), ...getInternalTxItems(stored, chainId)].filter((item) =>
    families.some((family) => family === getFamily(item)),
  );
  const txs = stored.derived.transactions.length;
  return { txs, rows: rows.length, units: rows.reduce((sum, item) => sum + writeUnits(item), 0) };
}

interface Indexed {
  readonly cursor: Cursor;
  /** Wholly indexed blocks. */
  readonly ranges: readonly BlockRange[];
  readonly traceCursor: TraceCursor | undefined;
}

/** The part of the indexed `ranges` that `rederive` accepts now, for families other than `traces`. */
export const derivableNow = (
  ranges: readonly BlockRange[],
  cursor: Cursor,
  jobs: readonly BackfillJob[],
  finalityDepth: number,
): BlockRange[] =>
  without(ranges, [
    ...jobs.filter(({ doneAt }) => doneAt === undefined),
    { from: finalBlock(cursor, finalityDepth) + 1, to: Number.MAX_SAFE_INTEGER },
  ]);

/**
 * The requested blocks. Throws if some are not indexed: rows of the other copy would be incomplete. Blocks that are not
 * final or traced are left out.
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
  const range = { from: low, to: high };
  const [missing] = without([range], ranges);
  if (missing)
    throw new Error(
      `blocks ${missing.from} to ${missing.to} are not indexed: backfill them first, or choose others with --from and --to`,
    );
  return range;
}
