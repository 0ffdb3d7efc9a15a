import type { RowFamily } from '../../core/domain/copies';

/** Blocks whose rows a version of the code derived. Of several, the highest version counts. */
export interface DerivedBy {
  readonly from: number;
  /** Absent for the follower's blocks: all from `from` on. */
  readonly to?: number;
  readonly version: number;
  /** Of a re-derivation; all by default. */
  readonly families?: readonly RowFamily[];
  /** Of the follower, when it last took the lease: its fencing token, and the first block since. */
  readonly lease?: { readonly fence: number; readonly next: number };
}

/**
 * Once a follower of this version has taken the lease: `next` is its first block. After a rollback of the service, an
 * earlier version has held the lease meanwhile, and may have indexed all blocks since ours was last taken.
 */
export function derivedFrom(
  before: readonly DerivedBy[],
  next: number,
  { version, fence }: { readonly version: number; readonly fence: number },
): DerivedBy[] {
  const lease = { fence, next };
  const at = before.findLastIndex(({ to }) => to === undefined);
  const last = before[at];
  if (!last) return [...before, { from: next, version, lease }];
  const others = before.toSpliced(at, 1);
  if (last.lease?.fence !== fence - 1) {
    const { lease: held, ...rest } = last;
    const to = (held?.next ?? last.from) - 1;
    return [...others, ...(to >= last.from ? [{ ...rest, to }] : []), { from: next, version, lease }];
  }
  if (last.version === version) return [...others, { ...last, lease }];
  const { lease: _, ...earlier } = last;
  return [...others, { ...earlier, to: next - 1 }, { from: next, version, lease }].filter(
    ({ from, to }) => to === undefined || to >= from,
  );
}

export const isSameDerivation = (a: DerivedBy, b: DerivedBy): boolean =>
  a.from === b.from && a.to === b.to && a.version === b.version && String(a.families) === String(b.families);

/** `0-99:2:tokens,traces;500-:3::7/612`; undefined if empty. */
export const derivedText = (all: readonly DerivedBy[]): string | undefined =>
  all
    .map(({ from, to = '', version, families = [], lease }) =>
      [`${from}-${to}`, version, families.join(), lease ? `${lease.fence}/${lease.next}` : '']
        .join(':')
        .replace(/:+$/, ''),
    )
    .join(';') || undefined;

/** Empty if there is none. */
export const readDerived = (text = ''): DerivedBy[] =>
  (text === '' ? [] : text.split(';')).map((one) => {
    const [blocks = '', version, families, lease] = one.split(':');
    const [from, to] = blocks.split('-');
    const [fence, next] = lease?.split('/') ?? [];
    return {
      from: Number(from),
      ...(to ? { to: Number(to) } : {}),
      version: Number(version),
      ...(families ? { families: families.split(',') as RowFamily[] } : {}),
      ...(fence && next ? { lease: { fence: Number(fence), next: Number(next) } } : {}),
    };
  });
