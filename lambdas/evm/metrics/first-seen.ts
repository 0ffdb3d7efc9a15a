import { DAY, intervalAt } from '../../core/domain/intervals';
import type { Table } from '../../core/table/table';
import type { AddressSets, KnownPlace } from './address-sets';
import {
  type AddressSet,
  countNew,
  type FirstSeen,
  NO_ADDRESSES,
  SHARDS,
  selectShard,
  uniteSets,
} from './domain/address-set';
import { countsAll } from './domain/run';
import { firstSeenItem, readMetrics } from './rows/metrics-rows';
import type { HeldMetricsState, KnownAddresses } from './rows/metrics-state';

/** Their sets are in memory together. */
const MAX_DAYS = 31;

export interface FirstSeenDeps {
  readonly chain: { readonly chainId: string };
  readonly table: Table;
  readonly sets: AddressSets;
  readonly held: HeldMetricsState;
  readonly signal: () => AbortSignal;
  /** Ends the follower: a pass may take half a minute. */
  readonly ended?: AbortSignal;
}

/** Adds the addresses of the next days to the known ones. Returns false if no day is left. */
export async function countFirstSeen(deps: FirstSeenDeps): Promise<boolean> {
  const { chain, table, sets, held, signal, ended } = deps;
  const { live, known, isKnownStale } = held.state;
  const from = known?.until ?? 0;
  if (isKnownStale || !live || !countsAll(live) || from >= intervalAt('day', live.closed)) return false;
  const until = intervalAt('day', live.closed);
  const found = await readMetrics(table, chain.chainId, { interval: 'day', from, to: until, consistent: true });
  const days = found.slice(0, MAX_DAYS);
  const last = days.at(-1);
  const added = await Promise.all(days.map(({ addresses }) => sets.getAddresses(addresses)));
  const next = found.length > days.length && last ? last.time + DAY : until;
  const place: KnownPlace = { slot: known?.slot === 0 ? 1 : 0, written: next };
  const counts: FirstSeen[] = days.map(() => ({ addresses: 0, deployers: 0 }));
  let bytes = 0;
  for (const digit of days.length > 0 ? SHARDS : []) {
    ended?.throwIfAborted();
    const earlier = await readKnown(sets, chain.chainId, known, digit);
    if (!earlier) {
      // The table was restored: from the first day on.
      const { known: _, ...others } = held.state;
      await held.save(others, signal());
      return true;
    }
    const shard = days.reduce((before, _, i) => {
      const own = selectShard(added[i] ?? NO_ADDRESSES, digit);
      counts[i] = addFirstSeen(counts[i], countNew(before, own));
      return uniteSets([before, own]);
    }, earlier);
    bytes += shard.length;
    await sets.putKnown(chain.chainId, place, digit, shard, signal());
  }
  const items = days.map(({ time }, i) => firstSeenItem(chain.chainId, { time, ...addFirstSeen(counts[i]) }));
  await table.write(
    items.map((put) => ({ put })),
    signal,
  );
  const counted = days.length > 0 ? { ...place, bytes } : { ...NOWHERE, ...known };
  await held.save({ ...held.state, known: { ...counted, until: next } }, signal());
  return true;
}

const NOWHERE = { slot: 0, written: 0, bytes: 0 } as const;

/** undefined if they have been replaced since. */
export const readKnown = async (
  sets: Pick<AddressSets, 'getKnown'>,
  chain: string,
  known: KnownAddresses | undefined,
  digit: number,
): Promise<AddressSet | undefined> => (known && known.bytes > 0 ? sets.getKnown(chain, known, digit) : NO_ADDRESSES);

const addFirstSeen = (...counts: readonly (FirstSeen | undefined)[]): FirstSeen => ({
  addresses: counts.reduce((sum, one) => sum + (one?.addresses ?? 0), 0),
  deployers: counts.reduce((sum, one) => sum + (one?.deployers ?? 0), 0),
});
