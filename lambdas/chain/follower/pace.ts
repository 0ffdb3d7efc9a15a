import { type Clock, sleep as realSleep, steadyClock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';

/** Maximum credit for unused time, ms: a slow node must not cause a burst. */
const MAX_CREDIT_MS = 1_000;
/** Lowest share of the rate, while the table throttles or the follower is behind. */
const MIN_RATE_SHARE = 1 / 8;
/** The rate is halved at most this often, ms: one overload causes many rejections. */
const SLOW_INTERVAL_MS = 1_000;
/** After CALM_MS without throttling, the rate recovers linearly within RECOVERY_MS. */
const [CALM_MS, RECOVERY_MS] = [10_000, 60_000];
/** Half of DynamoDB's write units per second and partition key; followers have the other half. */
const MAX_PARTITION_UNITS = 500;
/** DynamoDB's default write units per second and table. A higher rate means a table without these limits, as in local mode. */
export const MAX_TABLE_UNITS = 40_000;
const NAP_MS = 1_000;

interface PaceDeps {
  readonly table: Pick<Table, 'meter' | 'load'>;
  /** Whether the follower currently needs the table more. */
  readonly mustYield?: () => Promise<boolean>;
  /** This worker's share of all rates; 1 by default. */
  readonly share?: number;
  readonly steady?: Clock;
  readonly sleep?: (ms: number) => Promise<void>;
}
/** Units written and not yet covered by elapsed time; negative for unused time. */
interface Debt {
  readonly rate: number;
  counted: number;
  units: number;
}

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
  let [share, adaptedAt, slowedAt, throttledAt] = [1, steady(), Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [throttled, paidAt] = [load.throttled, steady()];
  const whole: Debt = { rate: own * unitsPerSecond, counted: meter.writeUnits, units: 0 };
  const partitions = new Map(
    [...load.unitsByPartition].map(([key, counted]) => [key, { rate: unitsPerPartition, counted, units: 0 }]),
  );
  const debts = () => [whole, ...partitions.values()];

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
  const pay = (at: number) => {
    const passed = steady() - paidAt;
    paidAt += passed;
    for (const debt of debts())
      debt.units = Math.max(debt.units - (passed * debt.rate * at) / 1_000, (-MAX_CREDIT_MS * debt.rate * at) / 1_000);
  };
  const left = (at: number): number =>
    Math.ceil(Math.max(...debts().map(({ rate, units }) => (units * 1_000) / (rate * at))));

  const slow = () => {
    throttledAt = steady();
    if (throttledAt - slowedAt < SLOW_INTERVAL_MS) return;
    slowedAt = throttledAt;
    share = Math.max(share / 2, MIN_RATE_SHARE);
  };
  const adapt = () => {
    if (load.throttled > throttled) slow();
    throttled = load.throttled;
    const calm = steady() - Math.max(adaptedAt, throttledAt + CALM_MS);
    if (calm > 0) share = Math.min(1, share + calm / RECOVERY_MS);
    adaptedAt = steady();
  };

  return {
    /**
     * Waits until the rates allow the units written so far, at most until `until` (steady clock). false if they do not
     * then.
     */
    async hold(until = Number.POSITIVE_INFINITY): Promise<boolean> {
      pay(share);
      charge();
      while (steady() < until) {
        adapt();
        const at = (await mustYield()) ? MIN_RATE_SHARE : share;
        const wait = left(at);
        if (wait <= 0) return true;
        await sleep(Math.min(wait, NAP_MS, until - steady()));
        pay(at);
      }
      return false;
    },
    /** Call when something else throttles: halves the rates. */
    slow,
  };
}
export type Pace = ReturnType<typeof createPace>;
