import type { RowFamily } from '../../core/domain/copies';

/** Blocks whose rows a version of the code derived. Of several, the highest version counts. */
export interface DerivedBy {
  readonly from: number;
  /** Absent for the follower's blocks: all from `from` on. */
  readonly to?: number;
  readonly version: number;
  /** Of a re-derivation; all by default. */
  readonly families?: readonly RowFamily[];
}

/** Once a follower of this version has begun: `next` is its first block. The same array if nothing changes. */
export function derivedFrom(before: readonly DerivedBy[], next: number, version: number): readonly DerivedBy[] {
  const last = before.findLast(({ to }) => to === undefined);
  return last?.version === version ? before : [...before, { from: next, version }];
}

export const isSameDerivation = (a: DerivedBy, b: DerivedBy): boolean =>
  a.from === b.from && a.to === b.to && a.version === b.version && String(a.families) === String(b.families);

/** `0-99:2:tokens,traces;500-:3`; undefined if empty. */
export const derivedText = (all: readonly DerivedBy[]): string | undefined =>
  all
    .map(({ from, to = '', version, families }) => `${from}-${to}:${version}${families ? `:${families.join()}` : ''}`)
    .join(';') || undefined;

/** Empty if there is none. */
export const readDerived = (text = ''): DerivedBy[] =>
  (text === '' ? [] : text.split(';')).map((one) => {
    const [blocks = '', version, families] = one.split(':');
    const [from, to] = blocks.split('-');
    return {
      from: Number(from),
      ...(to ? { to: Number(to) } : {}),
      version: Number(version),
      ...(families === undefined ? {} : { families: families.split(',') as RowFamily[] }),
    };
  });
