import type { BlockRange } from '../../lambdas/chain/domain/block-range';
import { type Findings, hasDifferences } from '../../lambdas/chain/domain/rederivation';
import { PRICE } from '../../lambdas/core/contract/prices';
import { count, counted, duration } from '../../site/shared/format';

/** Without the configuration of the chain. */
export const DEFAULT_FINALITY_DEPTH = 64;

export const shown = ({ from, to }: BlockRange): string => `blocks ${from} to ${to}`;

export function compareLines({ rows, examples, blocks, balances }: Findings): string[] {
  const same = Object.values(rows).reduce((sum, one) => sum + one.same, 0);
  if (!hasDifferences({ rows, examples, blocks, balances }))
    return [`No difference: ${counted(same, 'row')} are equal.`];
  const changed = Object.entries(rows).filter(([, one]) => one.changed + one.added + one.removed > 0);
  return [
    `${counted(same, 'row')} are equal. Differences by entity:`,
    ...changed.map(
      ([entity, one]) =>
        `  ${entity.padEnd(20)}${count(one.changed)} changed, ${count(one.added)} added, ${count(one.removed)} no longer derived`,
    ),
    `In ${blocks.length === 1 ? '' : `${blocks.length} ranges, the first of them `}${blocks
      .slice(0, 3)
      .map(({ from, to }) => (from === to ? `block ${from}` : shown({ from, to })))
      .join(', ')}. Some of the rows:`,
    ...examples.map(
      ({ entity, kind, pk, sk }) => `  ${kind === 'removed' ? 'no longer derived' : kind}: ${entity} ${pk} ${sk}`,
    ),
    ...(balances > 0 ? [`${counted(balances, 'balance')} has no row: --switch reads them from the node.`] : []),
  ];
}

/** How often the CLI reads the progress, ms. */
export const PROGRESS_INTERVAL_MS = 2_000;

interface Progress {
  readonly doing: string;
  readonly blocks: number;
  readonly left: number;
  /** Blocks per second; 0 before the first step. */
  readonly speed: number;
  readonly writeUnits: number;
  readonly error: string | undefined;
}

export function progressText({ doing, blocks, left, speed, writeUnits, error }: Progress): string {
  const pace =
    speed > 0 ? `${Math.round(speed)} blocks/s, ${duration(Math.ceil(left / speed))} left` : 'not started yet';
  return `${doing}, ${(((blocks - left) / blocks) * 100).toFixed(1)} %, ${pace}, ${count(writeUnits)} write units so far ($${(writeUnits * PRICE.writeUnit).toFixed(2)})${error === undefined ? '' : `, stopped: ${error}`}`;
}
