import type { RowFamily } from '../../core/domain/copies';
import type { BackfillJob } from './backfill-job';
import { type BlockRange, includes, joinRanges, without } from './block-range';

/** Blocks whose rows a version of the code derived. Of several, the highest version counts. */
export interface DerivedBy {
  readonly from: number;
  /** Absent for the follower's blocks: all from `from` on. */
  readonly to?: number;
  readonly version: number;
  /** Of a re-derivation; all by default. */
  readonly families?: readonly RowFamily[];
  /** Of a re-derivation, when its rows came into use, Unix ms. */
  readonly at?: number;
  /** Of the follower, when it last took the lease: its fencing token, and the last final block. */
  readonly lease?: { readonly fence: number; readonly final: number };
}

/**
 * Once another version holds the lease, such as release 0.1.0 after a rollback of the service: it may have replaced any
 * block that was not final when ours was last taken. `fence`: of the present or last holder.
 */
export function asHeldBy(fence: number, one: DerivedBy): DerivedBy {
  const { lease, ...rest } = one;
  if (one.to !== undefined || lease?.fence === fence) return one;
  return { ...rest, to: lease?.final ?? one.from - 1 };
}

/**
 * Once a follower of this version has taken the lease: `next` is its first block, `final` the last final one. Blocks
 * between them belong to no version once it differs, as a later follower may replace them.
 */
export function derivedFrom(
  before: readonly DerivedBy[],
  { next, final }: { readonly next: number; readonly final: number },
  { version, fence }: { readonly version: number; readonly fence: number },
): DerivedBy[] {
  const lease = { fence, final };
  const at = before.findLastIndex(({ to }) => to === undefined);
  const open = before[at];
  if (!open) return [...before, { from: next, version, lease }];
  const { lease: _, ...last } = asHeldBy(fence - 1, open);
  const others = before.toSpliced(at, 1);
  if (last.to === undefined && last.version === version) return [...others, { ...last, lease }];
  const { to = final } = last;
  return [...others, ...(to < last.from ? [] : [{ ...last, to }]), { from: next, version, lease }];
}

type Ended = DerivedBy & BlockRange;

const isSameKind = (a: DerivedBy, b: DerivedBy): boolean =>
  a.version === b.version && String(a.families) === String(b.families);

export const isSameDerivation = (a: DerivedBy, b: DerivedBy): boolean =>
  a.from === b.from && a.to === b.to && isSameKind(a, b);

const contains = (a: Ended, b: Ended): boolean =>
  a.from <= b.from &&
  a.to >= b.to &&
  a.version >= b.version &&
  (a.at ?? Number.POSITIVE_INFINITY) >= (b.at ?? 0) &&
  (a.families === undefined || b.families?.every((family) => a.families?.includes(family)) === true);

const joinKind = (some: readonly Ended[]): Ended[] =>
  joinRanges(some).flatMap((range) => {
    const own = some.filter(({ from }) => includes([range], from));
    const times = own.flatMap(({ at }) => at ?? []);
    return own
      .slice(0, 1)
      .map((one) => ({ ...one, ...range, ...(times.length > 0 ? { at: Math.max(...times) } : {}) }));
  });

type StartedJob = Pick<BackfillJob, 'from' | 'to' | 'startedAt'>;

/** Excludes blocks that a job started later rewrites. */
export const unlessRewritten = (
  { to = Number.MAX_SAFE_INTEGER, ...one }: DerivedBy,
  jobs: readonly StartedJob[],
): Ended[] =>
  without(
    [{ from: one.from, to }],
    jobs.filter(({ startedAt }) => one.at !== undefined && startedAt >= one.at),
  ).map((range) => ({ ...one, ...range }));

/**
 * Merges notes without losing information. Leave out a note that `--back` may still remove. Needs all jobs of the chain,
 * because a merged note keeps only the latest time.
 */
export function joinDerived(all: readonly DerivedBy[], jobs: readonly StartedJob[]): DerivedBy[] {
  const ended = all.filter(({ to }) => to !== undefined).flatMap((one) => unlessRewritten(one, jobs));
  const kept = ended.filter(
    (one, i) => !ended.some((other, j) => i !== j && contains(other, one) && (j > i || !contains(one, other))),
  );
  const kinds = kept.filter((one, i) => kept.findIndex((other) => isSameKind(one, other)) === i);
  return [
    ...kinds.flatMap((kind) => joinKind(kept.filter((one) => isSameKind(one, kind)))),
    ...all.filter(({ to }) => to === undefined),
  ];
}

/** Without the last one that matches. */
export function withoutLast(all: readonly DerivedBy[], isOwn: (one: DerivedBy) => boolean): DerivedBy[] {
  const at = all.findLastIndex(isOwn);
  return at < 0 ? [...all] : all.toSpliced(at, 1);
}

/** `0-99:2:tokens,traces:1795904108000;500-:3::7/611`; undefined if empty. */
export const derivedText = (all: readonly DerivedBy[]): string | undefined =>
  all
    .map(({ from, to = '', version, families = [], at = '', lease }) =>
      [`${from}-${to}`, version, families.join(), lease ? `${lease.fence}/${lease.final}` : at]
        .join(':')
        .replace(/:+$/, ''),
    )
    .join(';') || undefined;

/** An empty list for a cursor without the attribute. */
export const readDerived = (text = ''): DerivedBy[] =>
  (text === '' ? [] : text.split(';')).map((one) => {
    const [blocks = '', version, families, lease] = one.split(':');
    const [from, to] = blocks.split('-');
    const [first, final] = lease?.split('/') ?? [];
    return {
      from: Number(from),
      ...(to ? { to: Number(to) } : {}),
      version: Number(version),
      ...(families ? { families: families.split(',') as RowFamily[] } : {}),
      ...(first && final === undefined ? { at: Number(first) } : {}),
      ...(first && final ? { lease: { fence: Number(first), final: Number(final) } } : {}),
    };
  });
