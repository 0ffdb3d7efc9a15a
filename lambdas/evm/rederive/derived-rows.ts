import { MAX_SLICE_ROWS, WRITE_TIMEOUT_MS } from '../../chain/backfill/backfill-slice';
import { type BlockRange, includes } from '../../chain/domain/block-range';
import { type Rederivation, switched } from '../../chain/domain/rederivation';
import { getCursor } from '../../chain/follower/cursor-of';
import { createComparison, getName } from '../../chain/rederive/compare';
import type { DerivedRows, Portion } from '../../chain/rederive/rederive';
import { placeRow } from '../../chain/rows/place-row';
import type { Queue } from '../../core/aws/queue';
import type { Chain } from '../../core/contract/config';
import { isInSecondCopy, type SecondCopy } from '../../core/domain/copies';
import { inParallel } from '../../core/runtime/concurrency';
import { withSecondCopy } from '../../core/table/copies';
import { absentInSecondCopy, getFamily, inSecondCopy } from '../../core/table/copy-keys';
import type { Item, ItemKey } from '../../core/table/item';
import type { Stored } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { RawBlock } from '../domain/rpc';
import type { TransferRow } from '../domain/transfers';
import { nfts } from '../indexer/projections/nfts';
import { tokens } from '../indexer/projections/tokens';
import type { RawSlices } from '../node/raw-slices';
import type { StoredTraces } from '../node/stored-traces';
import { createActivityMarkers } from '../rows/activity-markers';
import { internalAddresses } from '../rows/internal-rows';
import { createTeleporterMessages } from '../teleporter/rows/messages';
import { touchedHoldings } from '../tokens/domain/holdings';
import { createAbsentHoldings } from '../tokens/rows/absent-holdings';
import { holdingItem } from '../tokens/rows/holding-item';
import { forgetNfts, nftsIn } from './forget-nfts';
import { rowsOfSlice } from './rows-of-slice';
import { asStored, type DerivedAgain, loadSlice, type Slice } from './slice';
import { storedBlock } from './stored-block';

export interface RederiveClients {
  readonly chain: Pick<Chain, 'chainId' | 'network' | 'teleporterMessengers' | 'tokenRefreshSeconds'>;
  /** Reads the copies in use. */
  readonly table: Table;
  /** Reads and writes rows by their own keys. With the same meter. */
  readonly plain: Table;
  readonly raw: RawSlices;
  readonly storedTraces: Pick<StoredTraces, 'find'>;
  readonly tokenQueue: Pick<Queue, 'send'>;
  readonly nftQueue: Pick<Queue, 'send'>;
  readonly withBlockchainId: (raw: RawBlock) => RawBlock;
}

const MAX_PARALLEL = 16;

export function createDerivedRows(clients: RederiveClients, record: Rederivation): DerivedRows<Slice> {
  const { chain, table, plain } = clients;
  const { chainId } = chain;
  const { families } = record;
  const traces = families.includes('traces');
  const signal = () => AbortSignal.timeout(WRITE_TIMEOUT_MS);
  const rows = rowsOfSlice(chain, families, table);
  const markers = createActivityMarkers(table, chainId);
  const absentHoldings = createAbsentHoldings(table, chainId);
  const seenNfts = nfts(table, chainId, clients.nftQueue);
  const seenTokens = tokens(table, chain, clients.tokenQueue);

  const getCopies = async () => {
    const cursor = await getCursor(table, chainId);
    const used = cursor?.second ?? {};
    return { cursor, used, other: switched(used, families, record) };
  };
  const isSecond = (second: SecondCopy, key: ItemKey, block: number): boolean =>
    isInSecondCopy(second, getFamily(key) ?? 'transactions', block);

  /** Blocks as the other of two copies has them, if that differs. */
  const storedIn = async (from: Table, slice: Slice, differing: readonly BlockRange[]) => {
    const stored = new Map<DerivedAgain, DerivedAgain>();
    await inParallel(slice, MAX_PARALLEL, async (one) => {
      const found = includes(differing, one.derived.block.number) && (await asStored(from, chainId, one, traces));
      if (found) stored.set(one, found);
    });
    return stored;
  };

  return {
    async load(range) {
      const { cursor } = await getCopies();
      const { raw, storedTraces, withBlockchainId } = clients;
      const ownFrom = cursor?.start ?? 0;
      const deps = { chain: chainId, table, raw, storedTraces, ownFrom, withBlockchainId, traces };
      return inPortions(await loadSlice(deps, range), range);
    },

    async loadStored(range) {
      const from = withSecondCopy(plain, (await getCopies()).other);
      const numbers = Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i);
      const found = new Map<number, DerivedAgain>();
      await inParallel(numbers, MAX_PARALLEL, async (number) => {
        const one = await storedBlock(from, chainId, number);
        if (one) found.set(number, one);
      });
      return inPortions(
        numbers.flatMap((number) => found.get(number) ?? []),
        range,
      );
    },

    async derive(slice) {
      const { other } = await getCopies();
      const derived = slice.flatMap(rows.derivedRows);
      await plain.write(
        derived.map(({ block, item }) => ({ put: placeRow(other, item, block) })),
        signal,
      );
    },

    async compare(slice) {
      const { other } = await getCopies();
      const derived = slice.flatMap(rows.derivedRows);
      const found = await rows.read(table, slice, derived);
      const comparison = createComparison();
      for (const row of derived) comparison.add(row, found.get(getName(row.item)));
      const differing = new Set(comparison.blocks);
      const removed = await rows.others(table, slice, { derived, found, differing: (block) => differing.has(block) });
      for (const { block, stored } of removed) comparison.remove({ block, item: toKey(stored) });
      const gone = removed.filter(
        ({ block, stored }) => rows.isOfTransaction(stored) && isSecond(other, toKey(stored), block),
      );
      await plain.write(
        gone.map(({ block, stored }) => ({ put: absentInSecondCopy(toKey(stored), block) })),
        signal,
      );
      const { findings, blocks } = comparison;
      const changed = slice.filter(({ derived: { block } }) => blocks.has(block.number));
      if (changed.length === 0) return findings;
      // Before the switch: without a marker, an address would miss rows. None is deleted after it: others may have cached
      // it as written, and a superfluous one costs a Query.
      const missing = await markers.missing(changed.flatMap(withInternals));
      await table.write(
        missing.map((put) => ({ put })),
        signal,
      );
      const absent = families.includes('tokens') ? await absentHoldings.toRead(holdingsIn(changed)) : [];
      absentHoldings.remember(absent);
      return { ...findings, balances: absent.length };
    },

    async settle(slice, differing) {
      const { cursor, used: inUse, other } = await getCopies();
      const old = withSecondCopy(plain, record.switched ? other : inUse);
      const stored = await storedIn(old, slice, differing);
      if (families.includes('teleporter')) {
        const found = await rows.read(old, slice, []);
        await createTeleporterMessages(table).join(rows.messageIds(slice, found.values()), signal);
      }
      if (!families.includes('tokens')) return;
      const pairs = [...stored].map(([derived, before]) =>
        record.switched
          ? { used: derived.derived, unused: before.derived }
          : { used: before.derived, unused: derived.derived },
      );
      const gone = pairs.flatMap(({ used, unused }) => nftsIn(addedTransfers(unused.transfers, used.transfers)));
      await forgetNfts(table, chainId, gone, signal);
      const blocks = pairs.map(({ used, unused }) => ({
        ...used,
        transfers: addedTransfers(used.transfers, unused.transfers),
      }));
      const context = { mode: 'history', signal } as const;
      for (const { announce } of [
        await seenNfts.summarize(blocks, context),
        await seenTokens.summarize(blocks, context),
      ])
        await announce();
      const absent = await absentHoldings.toRead(pairs.flatMap(({ used }) => touchedHoldings(used)));
      // The follower reads them at its next block: only it overwrites balances.
      await inParallel(absent, MAX_PARALLEL, async (holding) => {
        await table.putIfAbsent(holdingItem(chainId, holding, 'unread', cursor?.epoch ?? 0), signal());
      });
      absentHoldings.remember(absent);
    },

    async drop(slice, differing) {
      const { other } = await getCopies();
      const from = withSecondCopy(plain, other);
      const derived = slice.flatMap(rows.derivedRows);
      const found = await rows.read(from, slice, derived);
      const others = await rows.others(from, slice, {
        derived,
        found,
        differing: (block) => includes(differing, block),
      });
      const own = derived.flatMap(({ block, item }) => {
        const one = found.get(getName(item));
        return one ? [{ block, stored: one }] : [];
      });
      await plain.write(
        [...own, ...others].map(({ block, stored }) => ({ delete: placeRow(other, stored as Item, block) })),
        signal,
      );
      await dropAbsent(slice, other);
    },
  };

  /** Rows that only say that another is absent. */
  async function dropAbsent(slice: Slice, other: SecondCopy): Promise<void> {
    const keys = slice.flatMap(({ derived: { block, transactions } }) =>
      rows
        .keysBeside(transactions)
        .flatMap((key) => (isSecond(other, key, block.number) ? [inSecondCopy(key, block.number)] : [])),
    );
    const items = await plain.batchGet(keys.map(toKey));
    await plain.write(
      items.map((item) => ({ delete: item as Item })),
      signal,
    );
  }
}

function inPortions(slice: Slice, { to }: BlockRange): Portion<Slice>[] {
  const portions: Portion<Slice>[] = [];
  let [own, rows]: [DerivedAgain[], number] = [[], 0];
  for (const one of slice) {
    own.push(one);
    rows += one.derived.transactions.length + one.derived.transfers.length + one.internalTxs.length;
    if (rows < MAX_SLICE_ROWS) continue;
    portions.push({ slice: own, to: one.derived.block.number });
    [own, rows] = [[], 0];
  }
  return [...portions, { slice: own, to }];
}

const toKey = ({ pk, sk }: Stored): ItemKey => ({ pk: String(pk), sk: String(sk) });

const withInternals = ({ derived, internalTxs }: DerivedAgain) => [
  derived,
  { ...derived, addresses: internalAddresses(internalTxs) },
];
const holdingsIn = (slice: Slice) => slice.flatMap(({ derived }) => touchedHoldings(derived));

function addedTransfers(all: readonly TransferRow[], before: readonly TransferRow[]): TransferRow[] {
  const name = ({ kind, token, from, to, id }: TransferRow) => [kind, token, from, to, id].join();
  const known = new Set(before.map(name));
  return all.filter((transfer) => !known.has(name(transfer)));
}
