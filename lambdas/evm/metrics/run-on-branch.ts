import { type Cursor, visibleBlock } from '../../chain/domain/cursor';
import type { Part, Run } from './domain/run';
import type { Totals } from './domain/totals';
import type { IndexedBlocks } from './indexed-blocks';

type Rows = Pick<IndexedBlocks, 'rows'>;

/** The genesis block is left out: it has no transactions, and on some chains no time. */
export async function beginRun({ rows }: Rows, from: number): Promise<Run> {
  const empty = { from, next: from, closed: 0, parts: [] };
  if (from > 0) return empty;
  const [genesis] = await rows(0, 0);
  return { ...empty, next: 1, whole: 0, ...(genesis && genesis.time > 0 ? { before: genesis.time * 1_000 } : {}) };
}

/** Without parts of a branch that was replaced since they were counted. */
export async function runOnBranch(blocks: Rows, run: Run, cursor: Cursor): Promise<Run> {
  let { parts } = run;
  const { final = -1 } = run;
  for (let last = parts.at(-1); last && last.totals.to > final; last = parts.at(-1)) {
    const [row] = last.totals.to > visibleBlock(cursor) ? [] : await blocks.rows(last.totals.to, last.totals.to);
    if (row?.hash === last.hash) break;
    parts = parts.slice(0, -1);
  }
  return withParts(blocks, run, parts);
}

/** Of the block before a part, Unix ms. The first part of a run has no block before it that was counted. */
export async function timeBefore(
  blocks: Rows,
  run: Pick<Run, 'from'>,
  { from, since }: Pick<Totals, 'from' | 'since'>,
): Promise<number | undefined> {
  const isFirst = from <= run.from + (run.from === 0 ? 1 : 0);
  return isFirst ? (await beginRun(blocks, run.from)).before : since;
}

/** With its first parts alone. */
export async function withParts(blocks: Rows, run: Run, parts: readonly Part[]): Promise<Run> {
  const dropped = run.parts[parts.length];
  if (!dropped) return run;
  const { before: _, ...others } = run;
  const before = await timeBefore(blocks, run, dropped.totals);
  return { ...others, parts, next: dropped.totals.from, ...(before === undefined ? {} : { before }) };
}
