import { type Clock, sleep as realSleep, steadyClock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';

/** Maximum credit for unused time, ms, so that a slow node is not followed by a burst. */
const MAX_CREDIT_MS = 1_000;
/** Lower bound of the rate, as a share, while the table throttles or the follower is behind. */
const MIN_RATE_SHARE = 1 / 8;
/** The rate is halved at most this often, ms: one overload causes many rejections. */
const SLOW_INTERVAL_MS = 1_000;
/** After CALM_MS without throttling the rate recovers, linearly, from nothing to full within RECOVERY_MS. */
const [CALM_MS, RECOVERY_MS] = [10_000, 60_000];
/** Half of DynamoDB's write units per second and partition key. The other half is for followers. */
const MAX_PARTITION_UNITS = 500;
/** DynamoDB's default quota of write units per second and table. A higher rate implies a table without such limits. */
export const MAX_TABLE_UNITS = 40_000;
/** Maximum sleep before the rate is checked again, ms. */
const NAP_MS = 1_000;

interface PaceDeps {
  readonly table: Pick<Table, 'meter' | 'load'>;
  /** Whether the follower currently needs the table more. */
  readonly mustYield?: () => Promise<boolean>;
  /** This worker's share of all rates, as several write at the same time; 1 by default. */
  readonly share?: number;
  readonly steady?: Clock;
  readonly sleep?: (ms: number) => Promise<void>;
}
/** Units written and not yet covered by elapsed time; negative for unused time. */
interface Debt {
  /** Write units per second. */
  readonly rate: number;
  counted: number;
  units: number;
}

/** Limits the rate of write units, as counted by the table, in total and for each shared partition. */
export function createPace(
  unitsPerSecond: number,
  {
    table: { meter, load },
    mustYield = async () => false,
    share: own = 1,
    steady = steadyClock,
    sleep = realSleep,
  }: PaceDeps,
) {
  const unitsPerPartition = own * (unitsPerSecond > MAX_TABLE_UNITS ? unitsPerSecond : MAX_PARTITION_UNITS);
  /** The current share of the rates, when it was last adapted or halved, and when the table last throttled. */
  let [share, adaptedAt, slowedAt, throttledAt] = [1, steady(), Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [throttled, paidAt] = [load.throttled, steady()];
  const whole: Debt = { rate: own * unitsPerSecond, counted: meter.writeUnits, units: 0 };
  const partitions = new Map(
    [...load.unitsByPartition].map(([key, counted]) => [key, { rate: unitsPerPartition, counted, units: 0 }]),
  );
  const debts = () => [whole, ...partitions.values()];

  /** Adds the units written since the last call. */
  const charge = () => {
    for (const key of load.unitsByPartition.keys())
      if (!partitions.has(key)) partitions.set(key, { rate: unitsPerPartition, counted: 0, units: 0 });
    const add = (debt: Debt, counted: number) => {
      debt.units += counted - debt.counted;
      debt.counted = counted;
    };
    add(whole, meter.writeUnits);
    for (const [key, debt] of partitions) add(debt, load.unitsByPartition.get(key) ?? 0);
  };
  /** Subtracts the units that this share of the rates allowed since the last call. */
  const pay = (at: number) => {
    const passed = steady() - paidAt;
    paidAt += passed;
    for (const debt of debts())
      debt.units = Math.max(debt.units - (passed * debt.rate * at) / 1_000, (-MAX_CREDIT_MS * debt.rate * at) / 1_000);
  };
  /** Time until all debts are paid at this share, ms. */
  const left = (at: number): number =>
    Math.ceil(Math.max(...debts().map(({ rate, units }) => (units * 1_000) / (rate * at))));

  const slow = () => {
    throttledAt = steady();
    if (throttledAt - slowedAt < SLOW_INTERVAL_MS) return;
    slowedAt = throttledAt;
    share = Math.max(share / 2, MIN_RATE_SHARE);
  };
  /** Halves the rates if the table throttled since the last call, and raises them after a calm period. */
  const adapt = () => {
    if (load.throttled > throttled) slow();
    throttled = load.throttled;
    const calm = steady() - Math.max(adaptedAt, throttledAt + CALM_MS);
    if (calm > 0) share = Math.min(1, share + calm / RECOVERY_MS);
    adaptedAt = steady();
  };

  return {
    /**
     * Waits until the rates allow the units written since the last call, but not beyond `until` (steady clock); the
     * next call waits for the rest.
     */
    async hold(until = Number.POSITIVE_INFINITY): Promise<void> {
      pay(share);
      charge();
      while (steady() < until) {
        adapt();
        const at = (await mustYield()) ? MIN_RATE_SHARE : share;
        const wait = left(at);
        if (wait <= 0) return;
        await sleep(Math.min(wait, NAP_MS, until - steady()));
        pay(at);
      }
    },
    /** Call when something else throttles: halves the rates. */
    slow,
  };
}
export type Pace = ReturnType<typeof createPace>;
