import { exactJson } from '../../core/domain/exact-json';
import type { Timer } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { PChainState } from '../domain/replay/state';
import { getStakingDay } from '../domain/staking-day';
import { networkReader, networkWriter } from '../rows/network';

const WRITE_INTERVAL_MS = 60_000;

/** Keeps the totals of the day that has not ended, if they change. */
export function createToday({
  network,
  table,
  timer,
}: {
  readonly network: string;
  readonly table: Table;
  readonly timer: Pick<Timer, 'steady'>;
}) {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let height = -1;
  let written: string | undefined;
  return async (state: PChainState, signal: () => AbortSignal): Promise<void> => {
    if (state.height === height || timer.steady() - writtenAt < WRITE_INTERVAL_MS) return;
    const { paid: _, ...day } = getStakingDay(state);
    written ??= exactJson((await networkReader(table).today(network)) ?? {});
    if (exactJson(day) !== written) await networkWriter(table).today(network, day, signal);
    written = exactJson(day);
    writtenAt = timer.steady();
    height = state.height;
  };
}
