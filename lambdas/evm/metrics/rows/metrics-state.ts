import { exactJson, fromExactJson } from '../../../core/domain/exact-json';
import { compress, decompressedText } from '../../../core/runtime/compressed';
import { key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import { bytes } from '../../../core/table/stored-item';
import type { Table } from '../../../core/table/table';
import { ABSENT } from '../../../core/table/update';
import type { KnownPlace } from '../address-sets';
import type { Run } from '../domain/run';

/** All addresses of the days before `until` (Unix seconds), in the objects of a slot. */
export interface KnownAddresses extends KnownPlace {
  readonly until: number;
  /** Of all objects; without any, there are none. */
  readonly bytes: number;
}

/** Where counting stands: all rows of `MetricsRow` follow from it. */
export interface MetricsState {
  /** Blocks up to the head. Absent before the first one. */
  readonly live?: Run;
  /** History below them, until it meets them. */
  readonly past?: Run;
  /** Absent unless all blocks of the chain are counted. */
  readonly known?: KnownAddresses;
  /** Days that `known` covers were counted again: it begins anew once no recount is left. */
  readonly isKnownStale?: true;
  /** When blocks were last counted, Unix ms. */
  readonly countedAt: number;
}

export const metricsStateKey = (chain: string) => ({
  pk: key(entities.MetricsRow.pk, { chain, interval: 'state' }),
  sk: key(entities.MetricsRow.sk, { time: 0 }),
});

const [VERSION, DATA] = ['v', 'd'];

export const readMetricsState = (item: Readonly<Record<string, unknown>> | undefined): MetricsState =>
  item ? fromExactJson<MetricsState>(decompressedText(bytes(item[DATA]))) : { countedAt: 0 };

export class MetricsStateLost extends Error {
  override readonly name = 'MetricsStateLost';
}

/** Only for the holder of the chain's lease. */
export async function createMetricsState(table: Table, chain: string) {
  const found = await table.get(metricsStateKey(chain), true);
  let state = readMetricsState(found);
  let version = found && Number(found[VERSION]);
  return {
    get state(): MetricsState {
      return state;
    },
    /** After the rows that follow from it. Throws MetricsStateLost if another holder has saved meanwhile. */
    async save(next: MetricsState, signal: AbortSignal): Promise<void> {
      const saved = (version ?? 0) + 1;
      const set = { [DATA]: compress(exactJson(next)), [VERSION]: saved };
      if (!(await table.updateIf(metricsStateKey(chain), { set }, { [VERSION]: version ?? ABSENT }, signal)))
        throw new MetricsStateLost(`metrics of chain ${chain} are counted by another follower`);
      state = next;
      version = saved;
    },
  };
}
export type HeldMetricsState = Awaited<ReturnType<typeof createMetricsState>>;
