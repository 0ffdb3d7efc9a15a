import { toDollars } from '../../core/contract/prices';
import type { BlockRange } from '../domain/block-range';
import { SLICE_BLOCKS } from '../domain/history-plan';
import type { BlockIndexer, BlockSource } from '../kind';
import { MAX_SLICE_ROWS } from './backfill-slice';

const SAMPLE_BLOCKS = 5;

interface HistoryEstimate {
  readonly blocks: number;
  readonly writeUnits: number;
  readonly puts: number;
  /** Write units and puts only: the node's calls are billed by its provider. */
  readonly dollars: number;
  readonly nodeCalls: Readonly<Record<string, number>>;
}

/** Extrapolates from a sample of blocks. Throws a NodeError. */
export async function estimateHistory<Raw>(
  source: Pick<BlockSource<Raw>, 'blocks'>,
  { cost }: Pick<BlockIndexer<Raw>, 'cost'>,
  { from, to }: BlockRange,
): Promise<HistoryEstimate> {
  const step = (to - from) / (SAMPLE_BLOCKS - 1);
  const numbers = new Set(Array.from({ length: SAMPLE_BLOCKS }, (_, i) => Math.round(from + i * step)));
  const raws = (await Promise.all([...numbers].map((number) => source.blocks(number, number, to)))).flat();
  const costs = raws.map(cost);
  const blocks = to - from + 1;
  const perBlock = (of: (one: (typeof costs)[number]) => number) =>
    costs.reduce((sum, one) => sum + of(one), 0) / Math.max(1, costs.length);
  const writeUnits = Math.round(perBlock((one) => one.writeUnits) * blocks);
  const blocksPerSlice = Math.max(1, Math.min(SLICE_BLOCKS, MAX_SLICE_ROWS / perBlock(({ rows }) => rows)));
  const puts = Math.ceil(blocks / blocksPerSlice);
  const purposes = [...new Set(costs.flatMap(({ nodeCalls }) => Object.keys(nodeCalls)))];
  return {
    blocks,
    writeUnits,
    puts,
    dollars: Math.ceil(toDollars({ writeUnit: writeUnits, s3Write: puts }) * 100) / 100,
    nodeCalls: Object.fromEntries(
      purposes.map((name) => [name, Math.round(perBlock(({ nodeCalls }) => nodeCalls[name] ?? 0) * blocks)]),
    ),
  };
}

const format = (count: number): string => count.toLocaleString('en-US');

export const describeEstimate = ({ blocks, writeUnits, puts, dollars, nodeCalls }: HistoryEstimate): string[] => [
  `Estimate for ${format(blocks)} blocks: ${format(writeUnits)} write units and ${format(puts)} objects, about $${dollars.toFixed(2)}.`,
  `Node calls (billed by your provider): ${Object.entries(nodeCalls)
    .map(([name, count]) => `${format(count)} for ${name}`)
    .join(', ')}.`,
];
