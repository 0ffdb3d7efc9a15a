import type { RowFamily, SecondCopy } from '../../core/domain/copies';
import { type BlockRange, joinRanges, without } from './block-range';
import type { DerivedBy } from './derived-by';

export const ROW_FAMILIES: readonly RowFamily[] = ['transactions', 'tokens', 'traces', 'teleporter'];

/**
 * In this order: `derive` writes rows from the bucket into the copy that is not in use, `compare` compares them with the
 * rows in use, `settle` corrects the rows that blocks share after the copies changed places, `drop` deletes the copy
 * that is not in use.
 */
export type RederiveWork = 'derive' | 'compare' | 'settle' | 'drop';

/** Of a range of final blocks; a chain has one at a time. */
export interface Rederivation extends BlockRange {
  readonly families: readonly RowFamily[];
  readonly work: RederiveWork;
  /** Rises with each request of an operator: parts of an earlier round start over. */
  readonly round: number;
  /** Start of the round, Unix ms. */
  readonly at: number;
  /** The derived rows are in use. */
  readonly switched: boolean;
}

/** A range that one worker works on in order. */
export interface RederivePart extends BlockRange {
  readonly round: number;
  /** The first block that is not done; above `to` once all are. */
  readonly next: number;
  readonly fence: number;
  readonly worker?: number;
  /** Recent blocks per second. */
  readonly speed?: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Unix ms. */
  readonly doneAt?: number;
  /** Shown to operators: must not contain secrets. */
  readonly lastError?: string;
  readonly found: Findings;
  /** Of the code when its first block was derived. */
  readonly version?: number;
}

/** Rows of one entity, by comparison with those in use. */
export interface Compared {
  readonly same: number;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

export interface Difference {
  readonly entity: string;
  readonly kind: 'changed' | 'added' | 'removed';
  readonly block: number;
  readonly pk: string;
  readonly sk: string;
}

export interface Findings {
  readonly rows: Readonly<Record<string, Compared>>;
  /** A few of each entity and kind. */
  readonly examples: readonly Difference[];
  /** Blocks with differences, ascending; may include others between them. */
  readonly blocks: readonly BlockRange[];
  /** Balances that a switch reads from the node. */
  readonly balances: number;
}

export const NO_FINDINGS: Findings = { rows: {}, examples: [], blocks: [], balances: 0 };

export const MAX_EXAMPLES = 5; // of one entity and kind
const MAX_RANGES = 100;

export function joinFindings(all: readonly Findings[]): Findings {
  const rows: Record<string, Compared> = {};
  const examples: Difference[] = [];
  for (const one of all) {
    for (const [entity, more] of Object.entries(one.rows)) {
      const before = rows[entity] ?? { same: 0, changed: 0, added: 0, removed: 0 };
      rows[entity] = {
        same: before.same + more.same,
        changed: before.changed + more.changed,
        added: before.added + more.added,
        removed: before.removed + more.removed,
      };
    }
    for (const example of one.examples) {
      const { entity, kind } = example;
      if (examples.filter((other) => other.entity === entity && other.kind === kind).length < MAX_EXAMPLES)
        examples.push(example);
    }
  }
  const blocks = joinNearest(joinRanges(all.flatMap((one) => one.blocks)));
  return { rows, examples, blocks, balances: all.reduce((sum, one) => sum + one.balances, 0) };
}

/** The ranges with the smallest gaps between them become one. */
function joinNearest(ranges: readonly BlockRange[]): readonly BlockRange[] {
  if (ranges.length <= MAX_RANGES) return ranges;
  const gaps = ranges.slice(1).map(({ from }, i) => from - (ranges[i]?.to ?? from));
  const widest = new Set(
    gaps
      .map((gap, i) => ({ gap, i }))
      .toSorted((a, b) => b.gap - a.gap)
      .slice(0, MAX_RANGES - 1)
      .map(({ i }) => i),
  );
  const joined: BlockRange[] = [];
  for (const [i, range] of ranges.entries()) {
    const last = joined.at(-1);
    if (last && !widest.has(i - 1)) joined[joined.length - 1] = { from: last.from, to: range.to };
    else joined.push(range);
  }
  return joined;
}

export const hasDifferences = ({ blocks }: Findings): boolean => blocks.length > 0;

export const isDone = (part: RederivePart, { round }: Rederivation): boolean =>
  part.round === round && part.doneAt !== undefined;

/** The part as it is in this round. */
export const inRound = (part: RederivePart, { round }: Rederivation): RederivePart => {
  if (part.round === round) return part;
  const { doneAt: _, worker: _w, lastError: _e, speed: _s, ...rest } = part;
  return { ...rest, next: part.from };
};

/** For readers once the derived rows are in use. `now`: Unix ms. */
export const derivedAgain = (
  { from, to, families }: Rederivation,
  parts: readonly RederivePart[],
  now: number,
): DerivedBy => ({
  ...{ from, to, families, at: now },
  version: Math.min(...parts.map(({ version = 1 }) => version)),
});

/** After the copies of these blocks changed places. */
export function switched(second: SecondCopy, families: readonly RowFamily[], range: BlockRange): SecondCopy {
  const toggled = families.map((family) => {
    const before = second[family] ?? [];
    return [family, joinRanges([...without(before, [range]), ...without([range], before)])] as const;
  });
  return { ...second, ...Object.fromEntries(toggled) };
}
