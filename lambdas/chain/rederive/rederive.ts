import { msSince } from '../../core/domain/stored-time';
import type { Timer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import { type BackfillWorker, jobFor, recentSpeed } from '../domain/backfill-job';
import type { BlockRange } from '../domain/block-range';
import { SLICE_BLOCKS } from '../domain/history-plan';
import { type Findings, inRound, isDone, joinFindings, type Rederivation } from '../domain/rederivation';
import { endRederivation, getParts, getRederivation, type HeldPart, takePart } from '../rows/rederivations';
import { DamagedHistory } from './damaged-history';

/** Rows of a kind of chain. */
export interface DerivedRows<Slice> {
  /** At most `SLICE_BLOCKS` blocks, in portions that bound the rows of a step. Throws DamagedHistory. */
  load(blocks: BlockRange): Promise<readonly Portion<Slice>[]>;
  /** Of the copy that is not in use, as far as its rows tell, for objects that are missing or damaged. */
  loadStored(blocks: BlockRange): Promise<readonly Portion<Slice>[]>;
  /** Idempotent: writes into the copy that is not in use. */
  derive(slice: Slice): Promise<void>;
  /** Idempotent: with the copy in use. Prepares the switch. */
  compare(slice: Slice): Promise<Findings>;
  /** Idempotent: corrects rows that blocks share, as of the copy in use. `differing`: blocks whose copies may differ. */
  settle(slice: Slice, differing: readonly BlockRange[]): Promise<void>;
  /** Idempotent: deletes the copy that is not in use. */
  drop(slice: Slice, differing: readonly BlockRange[]): Promise<void>;
}

export interface Portion<Slice> {
  readonly slice: Slice;
  /** The last block that is done with it. */
  readonly to: number;
}

export interface RederiveDeps<Slice> {
  readonly chain: string;
  readonly table: Table;
  readonly rows: (record: Rederivation) => DerivedRows<Slice>;
  /** Waits until the rates allow the rows written so far. */
  readonly keepPace: () => Promise<void>;
  readonly worker: BackfillWorker;
  readonly timer: Pick<Timer, 'now' | 'steady' | 'sleep'>;
}

/** Before rows are deleted, ms: requests and writes that began with the copies of before must end. */
const DROP_AFTER_MS = 40_000;
/** Before rows are derived, ms: a gap that is being filled must be in the bucket. */
const DERIVE_AFTER_MS = 5_000;

/** Takes parts of the chain's re-derivation until none is free, or `stop()`. */
export async function rederive<Slice>(deps: RederiveDeps<Slice>, stop: () => boolean): Promise<void> {
  const { chain, table, worker, timer } = deps;
  while (!stop()) {
    const record = await getRederivation(table, chain);
    if (!record) return;
    const parts = await getParts(table, chain);
    const left = parts.filter((part) => !isDone(part, record)).map((part) => inRound(part, record));
    const found = jobFor(worker, left);
    if (!found) {
      if (left.length > 0 || record.work !== 'drop') return;
      await endRederivation(table, chain, record, parts);
      log.info('re-derived blocks dropped', { chainId: chain, from: record.from, to: record.to });
      return;
    }
    if (record.work === 'drop' || record.work === 'derive') {
      const settled = record.work === 'drop' ? DROP_AFTER_MS : DERIVE_AFTER_MS;
      const wait = settled - msSince(record.at, timer.now());
      if (wait > 0) {
        await timer.sleep(Math.min(wait, 5_000));
        continue;
      }
    }
    const asStored = parts.find(({ from }) => from === found.from);
    const held = asStored && (await takePart(table, chain, asStored, record, worker.index));
    if (held) await work(deps, record, held, stop);
  }
}

async function work<Slice>(
  deps: RederiveDeps<Slice>,
  record: Rederivation,
  held: HeldPart,
  stop: () => boolean,
): Promise<void> {
  const { table, timer, keepPace } = deps;
  const rows = deps.rows(record);
  const { to } = held.part;
  const load = (after: number) => {
    const from = record.work === 'settle' ? nextDifference(held.part.found.blocks, after) : after;
    if (from > to) return undefined;
    const range = { from, to: Math.min(to, from - (from % SLICE_BLOCKS) + SLICE_BLOCKS - 1) };
    const portions = rows.load(range);
    // Awaited in turn; until then a rejection must not count as unhandled.
    portions.catch(() => undefined);
    return { range, portions };
  };
  /** Undoing a re-derivation must not depend on the bucket. */
  const unlessDamaged = async ({ range, portions }: NonNullable<ReturnType<typeof load>>) => {
    try {
      return await portions;
    } catch (error) {
      if (!(error instanceof DamagedHistory) || record.work === 'derive' || record.work === 'compare') throw error;
      log.error('blocks in the bucket are damaged', { chainId: deps.chain, reason: error.message });
      return record.work === 'drop' ? rows.loadStored(range) : [];
    }
  };
  let [began, counted] = [timer.steady(), { ...table.meter }];
  let isWhole = false;
  try {
    let next = load(held.part.next);
    while (next && !stop()) {
      const { range } = next;
      const portions = await unlessDamaged(next);
      next = load(range.to + 1);
      const ends = portions.length === 0 ? [{ to: range.to }] : portions;
      for (const portion of ends) {
        if (stop()) return;
        // Another round has other copies: nothing of this one may be written any more.
        if ((await getRederivation(table, deps.chain))?.round !== record.round) return;
        const more = 'slice' in portion ? await step(rows, record, portion.slice, held.part.found.blocks) : undefined;
        await keepPace();
        const { part } = held;
        await held.set({
          next: portion.to + 1,
          ...(record.work === 'compare' ? { found: joinFindings([part.found, ...(more ? [more] : [])]) } : {}),
          speed: recentSpeed(part.speed, portion.to + 1 - part.next, timer.steady() - began),
          readUnits: part.readUnits + table.meter.readUnits - counted.readUnits,
          writeUnits: part.writeUnits + table.meter.writeUnits - counted.writeUnits,
          lastError: undefined,
        });
        [began, counted] = [timer.steady(), { ...table.meter }];
      }
    }
    isWhole = next === undefined;
  } catch (error) {
    if (error instanceof DamagedHistory) await held.set({ lastError: error.message });
    throw error;
  }
  if (isWhole) await held.set({ next: to + 1, doneAt: timer.now() });
}

async function step<Slice>(
  rows: DerivedRows<Slice>,
  { work }: Rederivation,
  slice: Slice,
  differing: readonly BlockRange[],
): Promise<Findings | undefined> {
  if (work === 'compare') return rows.compare(slice);
  if (work === 'derive') await rows.derive(slice);
  else await rows[work](slice, differing);
  return undefined;
}

/** The first block from `after` on with differences near it; infinite without one. */
function nextDifference(differing: readonly BlockRange[], after: number): number {
  const found = differing.find(({ to }) => to >= after);
  return found ? Math.max(after, found.from - (found.from % SLICE_BLOCKS)) : Number.POSITIVE_INFINITY;
}
