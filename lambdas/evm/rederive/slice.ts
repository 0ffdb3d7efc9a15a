import type { BlockRange } from '../../chain/domain/block-range';
import { SLICE_BLOCKS } from '../../chain/domain/history-plan';
import { inParallel } from '../../core/runtime/concurrency';
import type { Table } from '../../core/table/table';
import { type DerivedBlock, derive, getAddresses, transactionCount } from '../domain/derive';
import type { InternalTransaction } from '../domain/internal-transactions';
import type { RawBlock } from '../domain/rpc';
import type { RawSlices } from '../node/raw-slices';
import type { StoredTraces } from '../node/stored-traces';
import { readBlocks } from '../rows/block-reader';
import { transactionReader } from '../rows/transaction-readers';

/** Blocks as derived now, from the bucket alone. */
export type Slice = readonly DerivedAgain[];
export interface DerivedAgain {
  readonly derived: DerivedBlock;
  /** Absent if the block has none, or was not traced. */
  readonly internalTxs: readonly InternalTransaction[];
}

interface SliceDeps {
  readonly chain: string;
  /** Of the copies in use. */
  readonly table: Table;
  readonly raw: RawSlices;
  readonly storedTraces: Pick<StoredTraces, 'find'>;
  /** The first block with an object of its own. */
  readonly ownFrom: number;
  /** From the configuration or the table: blocks stored before it was known have none. */
  readonly withBlockchainId: (raw: RawBlock) => RawBlock;
  readonly traces: boolean;
}

const MAX_PARALLEL_TRACES = 16;

/** Throws DamagedHistory. */
export async function loadSlice(deps: SliceDeps, range: BlockRange): Promise<Slice> {
  const { chain, table, raw, ownFrom, withBlockchainId, traces } = deps;
  // Objects of history begin at multiples, or at the first indexed block after them.
  const indexed = await readBlocks(table, chain, { ...range, from: range.from - (range.from % SLICE_BLOCKS) });
  const raws = await raw.blocks(indexed, ownFrom);
  const derived = raws.flatMap((one, i) => {
    const { number = 0, cumulative = 0 } = indexed[i] ?? {};
    if (number < range.from) return [];
    return derive(withBlockchainId(one), Math.max(0, cumulative - transactionCount(one)));
  });
  const internals = traces ? await getInternals(deps, derived) : new Map();
  return derived.map((one) => ({ derived: one, internalTxs: internals.get(one.block.hash) ?? [] }));
}

/**
 * By block hash. Traces of history are not in the bucket: those are taken from the rows in use, as are those of blocks
 * that the node traced in part at first.
 */
async function getInternals(
  { chain, table, storedTraces, ownFrom }: SliceDeps,
  blocks: readonly DerivedBlock[],
): Promise<Map<string, readonly InternalTransaction[]>> {
  const found = await internalsInUse(table, chain, blocks);
  const own = blocks.filter(({ block, transactions }) => block.number >= ownFrom && transactions.length > 0);
  await inParallel(own, MAX_PARALLEL_TRACES, async ({ block }) => {
    const stored = await storedTraces.find(chain, block);
    if (stored && stored.length >= (found.get(block.hash)?.length ?? 0)) found.set(block.hash, stored);
  });
  return found;
}

/** By block hash. */
async function internalsInUse(
  table: Table,
  chain: string,
  blocks: readonly DerivedBlock[],
): Promise<Map<string, readonly InternalTransaction[]>> {
  const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash));
  if (hashes.length === 0) return new Map();
  const rows = await transactionReader(table).internalTxs(chain, hashes);
  return new Map(
    blocks.map(({ block, transactions }) => [
      block.hash,
      transactions.flatMap(({ hash }) => {
        const one = rows.get(hash);
        return one?.block === block.hash ? one.internalTxs : [];
      }),
    ]),
  );
}

/** The block as its rows in a copy have it; undefined if they lack a transaction. */
export async function asStored(
  table: Table,
  chain: string,
  { derived }: DerivedAgain,
  traces: boolean,
): Promise<DerivedAgain | undefined> {
  const reader = transactionReader(table);
  const stored = await Promise.all(derived.transactions.map(({ hash }) => reader.byHash(chain, hash)));
  const whole = stored.flatMap((one) => (one?.hash === derived.block.hash ? [one] : []));
  if (whole.length < stored.length) return undefined;
  const transactions = whole.map(({ transaction }) => transaction);
  const transfers = whole.flatMap((one) => one.transfers).toSorted((a, b) => a.row - b.row);
  return {
    derived: { ...derived, transactions, transfers, addresses: getAddresses(derived.raw, transactions, transfers) },
    internalTxs: traces ? whole.flatMap(({ internalTxs }) => internalTxs) : [],
  };
}
