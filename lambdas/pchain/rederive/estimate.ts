import type { Cursor } from '../../chain/domain/cursor';
import { toDollars } from '../../core/contract/prices';
import { fromExactJson } from '../../core/domain/exact-json';
import { inParallel } from '../../core/runtime/concurrency';
import { type Item, writeUnits } from '../../core/table/item';
import { toLiteral } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import type { PDelegatorRow } from '../domain/delegators';
import type { PUtxoRow } from '../domain/rows';
import type { StakeOf } from '../domain/stakes';
import type { PValidatorRow } from '../domain/validators';
import { ATTRIBUTE } from '../rows/items';
import { networkReader } from '../rows/network';
import { STEP_BLOCKS } from './rederive';
import { lastOfFew, readRows } from './rows-of-blocks';
import { NOTHING_UNLISTED } from './unlisted';

const MAX_SAMPLES = 200;
const MAX_PARALLEL_SAMPLES = 8;

export interface NetworkEstimate {
  readonly blocks: number;
  readonly rows: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  /** Blocks that the bucket does not have, as an earlier version indexed them. */
  readonly nodeCalls: number;
  readonly dollars: number;
}

/** From the rows of blocks sampled evenly, which tell how often a later block changed them. */
export async function estimateNetwork(
  table: Table,
  network: string,
  { start, number }: Pick<Cursor, 'start' | 'number'>,
): Promise<NetworkEstimate> {
  const blocks = number - start + 1;
  const step = Math.max(1, (blocks - 1) / (MAX_SAMPLES - 1));
  const numbers = new Set(
    Array.from({ length: MAX_SAMPLES }, (_, i) => Math.min(number, Math.round(start + i * step))),
  );
  const of = { network, start, unlisted: NOTHING_UNLISTED };
  const total = { rows: 0, writeUnits: 0, readUnits: 0 };
  const sampled = { rows: 0, writeUnits: 0, readUnits: 0 };
  const add = async (into: typeof total, from: number, to: number) => {
    for (const { items } of await readRows([table], of, { from, to }))
      for (const item of items)
        if (item) {
          const { puts, reads } = getUse(item);
          into.rows += 1;
          into.writeUnits += puts * writeUnits(item);
          into.readUnits += reads;
        }
  };
  // Rows of the seed are counted in full: no sample represents them.
  for (let from = 0; from <= start && start > 0; ) {
    const to = from < start ? await lastOfFew([table], network, { from, to: start - 1 }) : start;
    await add(total, from, to);
    from = to + 1;
  }
  const others = [...numbers].filter((block) => start === 0 || block > start);
  await inParallel(others, MAX_PARALLEL_SAMPLES, (block) => add(sampled, block, block));
  const scale = (start > 0 ? blocks - 1 : blocks) / Math.max(1, others.length);
  const keptFrom = await networkReader(table).keptFrom(network);
  const nodeCalls = Math.max(0, Math.min(number + 1, keptFrom ?? number + 1) - start);
  const sum = (name: keyof typeof total) => Math.round(total[name] + sampled[name] * scale);
  const usage = { writeUnit: sum('writeUnits'), readUnit: sum('readUnits'), s3Read: blocks };
  return {
    blocks,
    rows: sum('rows'),
    writeUnits: usage.writeUnit,
    readUnits: usage.readUnit,
    nodeCalls,
    dollars: toDollars(usage),
  };
}

/** L1 validators are written with each of their changes: three indexes and the row. */
const L1_VALIDATOR_UNITS = 4;
const literals = Object.fromEntries(
  (['PTx', 'PUtxo', 'PUtxoOf', 'PValidator', 'PDelegator', 'PStakeOf', 'PL1Validator', 'PL1Change'] as const).map(
    (name) => [toLiteral(entities[name].pk), name],
  ),
);

/** The chance that a change is written on its own: a step writes each row once. */
const laterStep = (created: PUtxoRow['created'], block: number): number =>
  Math.min(1, (block - (created?.block ?? 0)) / STEP_BLOCKS);

/** How often the row is written, and how many units are read for it. */
function getUse(item: Item): { readonly puts: number; readonly reads: number } {
  const read = <T>() => fromExactJson<T>(String(item[ATTRIBUTE.json]));
  switch (literals[item.pk.slice(0, item.pk.indexOf('#') + 1)]) {
    case 'PTx':
      return { puts: item[ATTRIBUTE.rewardTx] === undefined ? 1 : 2, reads: 0 };
    case 'PUtxo':
    case 'PUtxoOf': {
      const { created, spent, returned } = read<PUtxoRow>();
      const changes = [returned, spent].flatMap((one) => one ?? []);
      return {
        puts: 1 + changes.reduce((sum, { block }) => sum + laterStep(created, block), 0),
        reads: changes.length,
      };
    }
    case 'PValidator': {
      const { ended, delegations, renewal } = read<PValidatorRow>();
      return { puts: 1 + (ended ? 1 : 0) + 2 * (delegations?.ever?.count ?? 0) + (renewal ? 1 : 0), reads: 0 };
    }
    case 'PDelegator':
      return { puts: read<PDelegatorRow>().ended ? 2 : 1, reads: 0 };
    case 'PStakeOf':
      return { puts: read<StakeOf>().current ? 1 : 2, reads: 0 };
    case 'PL1Validator':
      return { puts: 0, reads: 0 };
    case 'PL1Change':
      return { puts: 1 + L1_VALIDATOR_UNITS, reads: 0 };
    default:
      return { puts: 1, reads: 0 };
  }
}
