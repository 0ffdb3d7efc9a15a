import { DAY, intervalAt } from '../../core/domain/intervals';
import type { Table } from '../../core/table/table';
import type { AddressSets, Slot } from './address-sets';
import { type AddressSet, countNew, type FirstSeen, NO_ADDRESSES, selectShard, uniteSets } from './domain/address-set';
import { countsAll } from './domain/run';
import { firstSeenItem, readMetrics } from './rows/metrics-rows';
import type { HeldMetricsState, KnownAddresses } from './rows/metrics-state';

/** Their sets are in memory together. */
const MAX_DAYS = 31;
export const SHARDS = Array.from({ length: 16 }, (_, digit) => digit);

export interface FirstSeenDeps {
  readonly chain: { readonly chainId: string };
  readonly table: Table;
  readonly sets: AddressSets;
  readonly held: HeldMetricsState;
  readonly signal: () => AbortSignal;
}

/** Adds the next days with all their addresses to those known before. false if there is none. */
export async function countFirstSeen(deps: FirstSeenDeps): Promise<boolean> {
  const { chain, table, sets, held, signal } = deps;
  const { live, known } = held.state;
  const from = known?.until ?? 0;
  if (!live || !countsAll(live) || from >= intervalAt('day', live.closed)) return false;
  const until = intervalAt('day', live.closed);
  const found = await readMetrics(table, chain.chainId, { interval: 'day', from, to: until, consistent: true });
  const days = found.slice(0, MAX_DAYS);
  const last = days.at(-1);
  const added = await Promise.all(days.map(({ addresses }) => sets.getAddresses(addresses)));
  const slot: Slot = known?.slot === 0 ? 1 : 0;
  const counts: FirstSeen[] = days.map(() => ({ addresses: 0, deployers: 0 }));
  let size = 0;
  for (const digit of SHARDS) {
    const shard = days.reduce(
      (before, _, i) => {
        const own = selectShard(added[i] ?? NO_ADDRESSES, digit);
        counts[i] = addFirstSeen(counts[i], countNew(before, own));
        return uniteSets([before, own]);
      },
      await readKnown(sets, chain.chainId, known, digit),
    );
    size += shard.length;
    if (days.length > 0) await sets.putKnown(chain.chainId, slot, digit, shard, signal());
  }
  const items = days.map(({ time }, i) => firstSeenItem(chain.chainId, { time, ...addFirstSeen(counts[i]) }));
  await table.write(
    items.map((put) => ({ put })),
    signal,
  );
  const next = found.length > days.length && last ? last.time + DAY : until;
  const counted = days.length > 0 ? { slot, bytes: size } : { slot: known?.slot ?? slot, bytes: known?.bytes ?? 0 };
  await held.save({ ...held.state, known: { until: next, ...counted } }, signal());
  return true;
}

export const readKnown = async (
  sets: Pick<AddressSets, 'getKnown'>,
  chain: string,
  known: KnownAddresses | undefined,
  digit: number,
): Promise<AddressSet> => (known && known.bytes > 0 ? sets.getKnown(chain, known.slot, digit) : NO_ADDRESSES);

const addFirstSeen = (...counts: readonly (FirstSeen | undefined)[]): FirstSeen => ({
  addresses: counts.reduce((sum, one) => sum + (one?.addresses ?? 0), 0),
  deployers: counts.reduce((sum, one) => sum + (one?.deployers ?? 0), 0),
});
