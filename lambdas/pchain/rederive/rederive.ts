import { recentSpeed } from '../../chain/domain/backfill-job';
import type { BlockRange } from '../../chain/domain/block-range';
import type { Cursor } from '../../chain/domain/cursor';
import { type Findings, joinFindings } from '../../chain/domain/rederivation';
import { getCursor } from '../../chain/follower/cursor-of';
import type { AtHead, BlockIndexer } from '../../chain/kind';
import { createComparison, isSame } from '../../chain/rederive/compare';
import { DamagedHistory } from '../../chain/rederive/damaged-history';
import { isInSecondCopy, type SecondCopy, WHOLE_NETWORK } from '../../core/domain/copies';
import { DERIVATION } from '../../core/domain/derivations';
import { msSince } from '../../core/domain/stored-time';
import { NodeError } from '../../core/node/errors';
import type { Timer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import { withSecondCopy } from '../../core/table/copies';
import { inCopy } from '../../core/table/copy-keys';
import type { Table } from '../../core/table/plain-table';
import type { RawPBlock } from '../domain/raw-block';
import type { NetworkRederivation } from '../domain/rederivation';
import { endNetworkRederivation, getNetworkRederivation, replaceRecord, switchCopies } from '../rows/rederivation';
import { type InCopies, isNamed, lastOfFew, readAgain, readRows } from './rows-of-blocks';
import type { Unlisted } from './unlisted';

export interface NetworkRederiveDeps {
  readonly chain: string;
  readonly network: string;
  /** Without a choice of copies, and with a meter of its own. */
  readonly plain: Table;
  /** Without a state of an earlier request. */
  readonly createIndexer: () => Pick<BlockIndexer<RawPBlock>, 'apply' | 'cost'>;
  /** From the bucket: some blocks from `from` on. Throws DamagedHistory. */
  readonly readBlocks: (from: number, to: number) => Promise<RawPBlock[]>;
  /** Rows and states of the copy start anew. */
  readonly forget: (start: number, second: SecondCopy | undefined) => Promise<void>;
  /** The bucket then has all blocks from this one on. */
  readonly whenDerived: (from: number) => Promise<void>;
  readonly getUnlisted: (start: number) => Promise<Unlisted>;
  /** Waits for a while until the rates allow the rows written so far: whether they do. */
  readonly keepPace: () => Promise<boolean>;
  readonly signal: () => AbortSignal;
  readonly timer: Pick<Timer, 'now' | 'steady' | 'sleep'>;
}

/** Bounds memory and the time of a step. */
export const STEP_BLOCKS = 100;
const STEP_ROWS = 3_000;
/** Before rows are deleted, ms: requests that began with the copy of before must end. */
const DROP_AFTER_MS = 40_000;
const RETRY_MS = 200;

/** Works until the operator's request is done, or `stop()`. */
export async function rederiveNetwork(deps: NetworkRederiveDeps, stop: () => boolean): Promise<void> {
  const { chain, plain } = deps;
  const record = await getNetworkRederivation(plain, chain);
  if (!record || record.doneAt !== undefined) return;
  const session = createSession(deps, record, stop);
  try {
    await session[record.work]();
  } catch (error) {
    if (error instanceof Superseded || error instanceof Stopped) return;
    if (error instanceof DamagedHistory)
      log.error('blocks in the bucket are damaged', { chainId: chain, reason: error.message });
    else if (error instanceof NodeError) log.warn('node call failed', { chainId: chain, reason: error.message });
    else throw error;
    const { message } = error;
    await session.note({ lastError: message }).catch((failure: unknown) => {
      if (!(failure instanceof Superseded)) throw failure;
    });
  }
}

/** A long replay ends where its last state is. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Another request of an operator, or another indexer, has ended this round. */
class Superseded extends Error {
  override readonly name = 'Superseded';
}

function createSession(deps: NetworkRederiveDeps, first: NetworkRederivation, stop: () => boolean) {
  const { chain, network, plain, signal, timer } = deps;
  const indexer = deps.createIndexer();
  let record = first;
  let [began, counted] = [timer.steady(), { ...plain.meter }];

  const readCursor = async (): Promise<Cursor> => {
    const cursor = await getCursor(plain, chain);
    if (!cursor) throw new Error(`${chain} has no cursor`);
    return cursor;
  };
  const toOther = ({ second }: Pick<Cursor, 'second'>): SecondCopy | undefined =>
    isInSecondCopy(second, 'network', 0) ? undefined : WHOLE_NETWORK;

  /** `blocks`: done since the last note. Throws Superseded. */
  const note = async (to: Partial<NetworkRederivation>, blocks = 0): Promise<void> => {
    const { meter } = plain;
    const speed = blocks > 0 ? { speed: recentSpeed(record.speed, blocks, timer.steady() - began) } : {};
    const { lastError: _, ...before } = record;
    const after: NetworkRederivation = {
      ...before,
      ...speed,
      ...to,
      readUnits: record.readUnits + meter.readUnits - counted.readUnits,
      writeUnits: record.writeUnits + meter.writeUnits - counted.writeUnits,
    };
    [began, counted] = [timer.steady(), { ...meter }];
    if (!(await replaceRecord(plain, chain, record, after, signal()))) throw new Superseded('another request came');
    record = after;
  };

  const keepPace = async (): Promise<void> => {
    while (!stop() && !(await deps.keepPace()));
  };

  let lastId: string | undefined;
  const deriveStep = async (cursor: Cursor): Promise<void> => {
    const { next } = record;
    const second = toOther(cursor);
    if (next === cursor.start) await deps.forget(cursor.start, second);
    const found = await deps.readBlocks(next, Math.min(cursor.number, next + STEP_BLOCKS - 1));
    let rows = 0;
    const large = found.findIndex((raw) => {
      rows += indexer.cost(raw).rows;
      return rows > STEP_ROWS;
    });
    const raws = large < 0 ? found : found.slice(0, Math.max(1, large));
    if (raws.length === 0) throw new DamagedHistory(`block ${next} of ${chain} is missing`);
    const broken = raws.find((raw, i) => {
      const parent = i === 0 ? lastId : raws[i - 1]?.block.id;
      return raw.number !== next + i || (parent !== undefined && raw.parentHash !== parent);
    });
    if (broken) throw new DamagedHistory(`block ${broken.number} of ${chain} does not extend the one below it`);
    const on: AtHead = {
      mode: 'head',
      cursor: { ...cursor, second: second ?? {} },
      signal,
      write: (writes) => plain.write(writes, signal),
    };
    await indexer.apply(raws, on);
    lastId = raws.at(-1)?.block.id;
    const version = Math.min(next === cursor.start ? DERIVATION : (record.version ?? 1), DERIVATION);
    await note({ next: next + raws.length, head: cursor.number, version }, raws.length);
    await keepPace();
  };

  /** The copy that is not in use then has the cursor's block. undefined if it has to stop before. */
  const catchUp = async (): Promise<Cursor | undefined> => {
    while (!stop()) {
      const cursor = await readCursor();
      if (record.next > cursor.number) return cursor;
      await deriveStep(cursor);
    }
    return undefined;
  };

  /** A seed has many rows of few blocks below the first one. */
  const lastOfStep = async (cursor: Cursor, position: number): Promise<number> =>
    position < cursor.start
      ? lastOfFew(copiesAt(cursor), network, { from: position, to: cursor.start - 1 })
      : position + STEP_BLOCKS - 1;

  /** Ignores blocks below a seed, which have no rows of their own. */
  const blocksIn = (from: number, to: number): number => Math.max(0, to + 1 - Math.max(from, record.from));

  /** In use, and the other. */
  const copiesAt = (cursor: Pick<Cursor, 'second'>) => [
    withSecondCopy(plain, cursor.second),
    withSecondCopy(plain, toOther(cursor)),
  ];
  let unlisted: Unlisted | undefined;
  const named = async ({ start }: Cursor) => {
    unlisted ??= await deps.getUnlisted(start);
    return { network, start, unlisted };
  };
  /** At one block of both copies: the indexer may have changed one since it was read. */
  const settled = async (range: BlockRange): Promise<Findings | undefined> => {
    const cursor = await catchUp();
    if (!cursor) return undefined;
    let open = await readRows(copiesAt(cursor), await named(cursor), range);
    const comparison = createComparison();
    for (let before: Cursor | undefined = cursor; ; await timer.sleep(RETRY_MS), before = await catchUp()) {
      if (!before) return undefined;
      if (before !== cursor) open = await readAgain(copiesAt(before), open);
      const after = await readCursor();
      const isStill = after.number === before.number && before.pending === undefined && after.pending === undefined;
      for (const row of open) if (isStill || isEqual(row)) compareRow(comparison, row);
      open = isStill ? [] : open.filter((row) => !isEqual(row));
      if (open.length === 0) return comparison.findings;
    }
  };

  return {
    note,
    async derive(): Promise<void> {
      if (!(await catchUp())) return;
      await deps.whenDerived(record.from);
      await note({ doneAt: timer.now() });
    },
    async compare(): Promise<void> {
      while (!stop()) {
        const { position } = record;
        const cursor = await catchUp();
        if (!cursor) return;
        if (position > cursor.number) return note({ doneAt: timer.now() });
        const to = Math.min(cursor.number, await lastOfStep(cursor, position));
        const found = await settled({ from: position, to });
        if (!found) return;
        await note({ position: to + 1, found: joinFindings([record.found, found]) }, blocksIn(position, to));
      }
    },
    async switch(): Promise<void> {
      while (!stop()) {
        const cursor = await catchUp();
        if (!cursor) return;
        const after = { ...record, switched: !record.switched, at: timer.now(), doneAt: timer.now() };
        if (cursor.pending === undefined && (await switchCopies(plain, chain, cursor, { before: record, after }))) {
          log.info('copies of rows changed places', { chainId: chain, block: cursor.number });
          return;
        }
        await timer.sleep(RETRY_MS);
        // Another request ends this round.
        await note({});
      }
    },
    async drop(): Promise<void> {
      const seenAt = record.seenAt ?? timer.now();
      if (record.seenAt === undefined) await note({ seenAt });
      while (!stop() && msSince(seenAt, timer.now()) < DROP_AFTER_MS) await timer.sleep(RETRY_MS);
      while (!stop()) {
        const { position } = record;
        const cursor = await readCursor();
        // An interrupted step may have written the blocks after it.
        const last = Math.min(cursor.number, record.next + STEP_BLOCKS);
        if (position > last) {
          await deps.forget(cursor.start, toOther(cursor));
          await endNetworkRederivation(plain, chain, record);
          log.info('re-derived network dropped', { chainId: chain });
          return;
        }
        const to = Math.min(last, await lastOfStep(cursor, position));
        const rows = await readRows(copiesAt(cursor), await named(cursor), { from: position, to });
        await deleteRows(rows, toOther(cursor));
        await note({ position: to + 1, head: last }, blocksIn(position, to));
        await keepPace();
      }
    },
  };

  /** Deletes index rows last, so that a retry can still find the rows they point to. */
  async function deleteRows(rows: readonly InCopies[], second: SecondCopy | undefined): Promise<void> {
    const own = rows.flatMap(({ items: [, item] }) => (item ? [inCopy(item, second)] : []));
    const names = own.filter(({ pk }) => !isNamed(pk));
    const named = own.filter(({ pk }) => isNamed(pk));
    for (const some of [named, names])
      await plain.write(
        some.map((item) => ({ delete: item })),
        signal,
      );
  }
}

const isEqual = ({ items: [used, derived] }: InCopies): boolean =>
  used !== undefined && derived !== undefined && isSame(used, derived);

function compareRow(comparison: ReturnType<typeof createComparison>, { block, items }: InCopies): void {
  const [used, derived] = items;
  if (derived) comparison.add({ block, item: derived }, used);
  else if (used) comparison.remove({ block, item: used });
}
