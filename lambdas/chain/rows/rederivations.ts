import type { RowFamily } from '../../core/domain/copies';
import { DERIVATION } from '../../core/domain/derivations';
import { readSecondCopy, SECOND_COPY, secondCopyText } from '../../core/table/copy-keys';
import { takeFenced } from '../../core/table/fenced-item';
import { after } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import type { Table } from '../../core/table/table';
import { ABSENT, PRESENT } from '../../core/table/update';
import type { BlockRange } from '../domain/block-range';
import { derivedText, isSameDerivation, joinDerived, readDerived, withoutLast } from '../domain/derived-by';
import { newRanges } from '../domain/history-plan';
import {
  derivedAgain,
  type Findings,
  inRound,
  type Rederivation,
  type RederivePart,
  type RederiveWork,
  switched,
} from '../domain/rederivation';
import { getJobs, TakenOver } from './backfill-jobs';
import { CURSOR, cursorKey, readCursor } from './cursor-item';
import {
  PART,
  PART_PREFIX,
  partItem,
  partKey,
  REDERIVATION,
  readPart,
  readRederivation,
  rederivationItem,
  rederivationKey,
} from './rederivation-item';

const PAGE_PARTS = 100;

export async function getRederivation(table: Pick<Table, 'get'>, chain: string): Promise<Rederivation | undefined> {
  const item = await table.get(rederivationKey(chain), true);
  return item && readRederivation(item);
}

/** By first block. */
export async function getParts(table: Pick<Table, 'query'>, chain: string): Promise<RederivePart[]> {
  const { pk } = cursorKey(chain);
  const range = { pk, low: PART_PREFIX, high: after(PART_PREFIX), limit: PAGE_PARTS, consistent: true };
  const parts: RederivePart[] = [];
  for await (const page of readPages(table, range)) parts.push(...page.map(readPart));
  return parts;
}

/** false if the chain has one. `now`: Unix ms. */
export async function createRederivation(
  table: Pick<Table, 'transact'>,
  chain: string,
  { from, to, families }: BlockRange & { readonly families: readonly RowFamily[] },
  { workers, now }: { readonly workers: number; readonly now: number },
): Promise<boolean> {
  const record: Rederivation = { from, to, families, work: 'derive', round: 1, at: now, switched: false };
  const parts = newRanges([], { from, to }, workers).map((range) => ({ put: partItem(chain, range, record.round) }));
  return (
    (await table.transact([{ put: rederivationItem(chain, record), when: { pk: ABSENT } }, ...parts])).length === 0
  );
}

/** All readers use the other copy of the blocks from this write on. false if another request came first. */
export async function changeCopies(
  table: Table,
  chain: string,
  record: Rederivation,
  { parts, now }: { readonly parts: readonly RederivePart[]; readonly now: number },
): Promise<boolean> {
  const cursor = await table.get(cursorKey(chain), true);
  const before = cursor?.[SECOND_COPY];
  const derived = cursor && readCursor(cursor).derived;
  const own = derivedAgain(record, parts, now);
  const notes = readDerived(derived);
  const noted = record.switched
    ? withoutLast(notes, (one) => isSameDerivation(one, own))
    : [...joinDerived(notes, await getJobs(table, chain)), own];
  const second = secondCopyText(switched(readSecondCopy(cursor) ?? {}, record.families, record));
  const failed = await table.transact([
    {
      update: cursorKey(chain),
      set: { [SECOND_COPY]: second, [CURSOR.derived]: derivedText(noted) },
      when: {
        [SECOND_COPY]: before === undefined ? ABSENT : String(before),
        [CURSOR.derived]: derived ?? ABSENT,
        pk: PRESENT,
      },
    },
    nextRound(chain, record, { work: 'settle', switched: !record.switched, now }),
  ]);
  return failed.length === 0;
}

/** false if another request came first. */
export const requestWork = async (
  table: Pick<Table, 'transact'>,
  chain: string,
  record: Rederivation,
  { work, now }: { readonly work: 'compare' | 'drop'; readonly now: number },
): Promise<boolean> =>
  (await table.transact([nextRound(chain, record, { work, switched: record.switched, now })])).length === 0;

const nextRound = (
  chain: string,
  { round }: Rederivation,
  {
    work,
    switched: isSwitched,
    now,
  }: { readonly work: RederiveWork; readonly switched: boolean; readonly now: number },
) => ({
  update: rederivationKey(chain),
  set: {
    [REDERIVATION.work]: work,
    [REDERIVATION.switched]: isSwitched,
    [REDERIVATION.round]: round + 1,
    [REDERIVATION.at]: now,
  },
  when: { [REDERIVATION.round]: round },
});

/** Idempotent. */
export async function endRederivation(
  table: Pick<Table, 'transact'>,
  chain: string,
  { round }: Rederivation,
  parts: readonly BlockRange[],
): Promise<void> {
  await table.transact([
    { delete: rederivationKey(chain), when: { [REDERIVATION.round]: round } },
    ...parts.map((part) => ({ delete: partKey(chain, part) })),
  ]);
}

type Change = Partial<
  Record<'next' | 'speed' | 'readUnits' | 'writeUnits' | 'doneAt', number> & {
    found: Findings;
    lastError: string | undefined;
  }
>;

/** Writing rows twice is harmless: only the latest holder can advance the part. */
export async function takePart(table: Table, chain: string, part: RederivePart, record: Rederivation, worker: number) {
  const { next } = inRound(part, record);
  const begun =
    part.round === record.round
      ? {}
      : {
          set: { [PART.next]: next, [PART.round]: record.round },
          remove: [PART.doneAt, PART.lastError, PART.speed],
        };
  const isNew = next === part.from;
  const version = Math.min(isNew ? DERIVATION : (part.version ?? 1), DERIVATION);
  const set = { ...begun.set, [PART.worker]: worker, ...(record.work === 'derive' ? { [PART.version]: version } : {}) };
  const when = isNew ? { [PART.next]: part.next } : {};
  const item = await takeFenced(table, partKey(chain, part), readPart, part, { ...begun, set }, when);
  if (!item) return undefined;
  return {
    get part(): RederivePart {
      return item.state;
    },
    /** Throws TakenOver once another worker has the part. */
    async set(to: Change): Promise<void> {
      const fields = Object.entries(to) as [keyof Change, Change[keyof Change]][];
      const set = Object.fromEntries(
        fields.map(([name, value]) => [PART[name], name === 'found' ? JSON.stringify(value) : value]),
      );
      if (!(await item.change({ set })))
        throw new TakenOver(`blocks from ${item.state.from} of chain ${chain} were taken over by another worker`);
    },
  };
}
export type HeldPart = NonNullable<Awaited<ReturnType<typeof takePart>>>;
