import { chunk } from '../../core/contract/chunk';
import type { Restored } from '../../core/table/restored';
import { text } from '../../core/table/stored-item';
import type { Write } from '../../core/table/table';
import type { BlockRef } from '../domain/block';
import type { Cursor } from '../domain/cursor';
import { getCursor } from '../follower/cursor-of';
import type { BlockIndexer } from '../kind';
import { recordKey } from '../rows/block-records';
import { CURSOR, cursorKey, writeBlocks } from '../rows/cursor-item';

const BLOCKS_PER_READ = 1_000;
const RECORDS_PER_READ = 100;

type BlockRows = Pick<BlockIndexer<unknown>, 'hashesDown'>;

/** How a chain reorganises; undefined if it never does. */
export interface Reorgs {
  /** Blocks below the node's head that are final. */
  readonly finalityDepth: number;
  readonly replaced: BlockRows;
  readonly restored: BlockRows;
}

export interface CarriedChain {
  readonly chain: string;
  readonly replaced: Cursor;
  readonly restored: Cursor;
  /** Hashes of blocks that will be indexed again. Empty for a chain that never reorganises. */
  readonly indexed: ReadonlySet<string>;
}

/**
 * Prepares a restored chain to be followed again. Its events get serials above all that were published, so that no
 * feed skips them; its blocks get the incarnations that they had, so that their messages keep their ids; and its last
 * blocks are indexed as they were published, so that a reorg since then revokes their messages.
 *
 * Idempotent, while nothing follows the chain in either table. undefined if a table does not have the chain.
 */
export async function carryChain(
  tables: Restored,
  chain: string,
  reorgs: Reorgs | undefined,
): Promise<CarriedChain | undefined> {
  const [replaced, restored] = await Promise.all([
    getCursor(tables.replaced, chain),
    getCursor(tables.restored, chain),
  ]);
  if (!replaced || !restored) return undefined;
  const since = reorgs ? await canonicalAbove(reorgs.replaced, restored.number, replaced.number) : [];
  const pending = restored.pending?.kind === 'index' ? restored.pending.blocks : [];
  const indexed = new Set([...since, ...pending].map(({ hash }) => hash));
  if (reorgs) await carryIncarnations(tables, chain, [...indexed]);
  const serial = Math.max(restored.serial, replaced.serial + (replaced.pending?.blocks.length ?? 0));
  // Otherwise nothing was published since, or this was done before.
  const branch = reorgs && serial > restored.serial ? [...(await leftSince(reorgs, restored.number)), ...since] : [];
  const final = Math.max(replaced.head, restored.head) - (reorgs?.finalityDepth ?? 0);
  const published = branch.filter(({ number }) => number > final);
  const set = { [CURSOR.serial]: serial, ...(published.length > 0 ? writeBlocks(published, 'published') : {}) };
  await tables.restored.update(cursorKey(chain), { set });
  return { chain, replaced, restored, indexed };
}

/** Canonical in the replaced table at heights where the restored one has other blocks, ascending. */
async function leftSince({ finalityDepth, replaced, restored }: Reorgs, number: number): Promise<BlockRef[]> {
  const [theirs, ours] = await Promise.all([
    replaced.hashesDown(number, finalityDepth),
    restored.hashesDown(number, finalityDepth),
  ]);
  const canonical = new Set(ours.map(({ hash }) => hash));
  const lowest = ours.at(-1)?.number ?? number;
  return theirs.filter((block) => block.number >= lowest && !canonical.has(block.hash)).toReversed();
}

/** Ascending. */
async function canonicalAbove(rows: BlockRows, from: number, to: number): Promise<BlockRef[]> {
  const found: BlockRef[] = [];
  for (let next = to; next > from; ) {
    const blocks = (await rows.hashesDown(next, BLOCKS_PER_READ)).filter(({ number }) => number > from);
    found.push(...blocks);
    next = (blocks.at(-1)?.number ?? 0) - 1;
    if (blocks.length < BLOCKS_PER_READ) break;
  }
  return found.toReversed();
}

/** Indexing a block counts it once more. */
async function carryIncarnations({ replaced, restored }: Restored, chain: string, hashes: readonly string[]) {
  for (const some of chunk(hashes, RECORDS_PER_READ)) {
    const keys = some.map((hash) => recordKey(chain, hash));
    const [records, own] = await Promise.all([replaced.batchGet(keys, true), restored.batchGet(keys, true)]);
    const known = new Set(own.map(({ pk }) => text(pk)));
    await restored.write(
      records.flatMap(({ pk, sk, i }): Write[] => {
        const before = { pk: text(pk), sk: text(sk), i: Number(i) - 1 };
        if (before.i > 0) return [{ put: before }];
        return known.has(before.pk) ? [{ delete: before }] : [];
      }),
    );
  }
}
