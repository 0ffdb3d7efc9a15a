import { type Clock, sleep as realSleep, steadyClock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';

/** Unused time counts up to this long, ms, so that a slow node is not followed by a burst. */
const MAX_CREDIT_MS = 1_000;
/** The share of the rate that is kept however much the table throttles, and while the follower is behind. */
const MIN_RATE_SHARE = 1 / 8;
/** The rate is halved at most this often, ms: one overload is rejected many times. */
const SLOW_INTERVAL_MS = 1_000;
/** Without throttling for this long, ms, the rate rises again, in RECOVERY_MS from nothing to all of it. */
const [CALM_MS, RECOVERY_MS] = [10_000, 60_000];
/** Half of the write units per second that DynamoDB takes for one partition key. The other half is the followers'. */
const MAX_PARTITION_UNITS = 500;
/** DynamoDB's default quota of write units per second for a table. A higher rate is set only for a table without limits. */
export const MAX_TABLE_UNITS = 40_000;
/** Longest sleep before the rate is looked at again, ms. */
const NAP_MS = 1_000;

interface PaceDeps {
  readonly table: Pick<Table, 'meter' | 'load'>;
  /** Whether others need the table more at the moment. */
  readonly mustYield?: () => Promise<boolean>;
  /** The part of all rates that is this worker's, as others write at the same time; 1 unless set. */
  readonly share?: number;
  readonly steady?: Clock;
  readonly sleep?: (ms: number) => Promise<void>;
}
/** Units that were written and not paid for by time yet; negative for unused time. */
interface Debt {
  /** Write units per second. */
  readonly rate: number;
  counted: number;
  units: number;
}

/** Holds a rate of write units, as the table counts them, for the table and for each partition that is shared. */
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
  /** The share of the rates that is kept, and when it was last changed for which reason. */
  let [share, adaptedAt, slowedAt, throttledAt] = [1, steady(), Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [throttled, paidAt] = [load.throttled, steady()];
  const whole: Debt = { rate: own * unitsPerSecond, counted: meter.writeUnits, units: 0 };
  const partitions = new Map(
    [...load.unitsByPartition].map(([key, counted]) => [key, { rate: unitsPerPartition, counted, units: 0 }]),
  );
  const debts = () => [whole, ...partitions.values()];

  /** Adds what was written since the last call. */
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
  /** Subtracts what this share of the rates allowed for since the last call. */
  const pay = (at: number) => {
    const passed = steady() - paidAt;
    paidAt += passed;
    for (const debt of debts())
      debt.units = Math.max(debt.units - (passed * debt.rate * at) / 1_000, (-MAX_CREDIT_MS * debt.rate * at) / 1_000);
  };
  /** How long it takes until all is paid at this share, ms. */
  const left = (at: number): number =>
    Math.ceil(Math.max(...debts().map(({ rate, units }) => (units * 1_000) / (rate * at))));

  const slow = () => {
    throttledAt = steady();
    if (throttledAt - slowedAt < SLOW_INTERVAL_MS) return;
    slowedAt = throttledAt;
    share = Math.max(share / 2, MIN_RATE_SHARE);
  };
  /** Halves the rates if the table throttled since the last call, and raises them once it has been calm. */
  const adapt = () => {
    if (load.throttled > throttled) slow();
    throttled = load.throttled;
    const calm = steady() - Math.max(adaptedAt, throttledAt + CALM_MS);
    if (calm > 0) share = Math.min(1, share + calm / RECOVERY_MS);
    adaptedAt = steady();
  };

  return {
    /**
     * Waits until the rates allow for what was written since the last call, but no longer than `until`; the rest is
     * waited for with the next call.
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
    /** Something throttles: halves the rates from now on. */
    slow,
  };
}
/** What `createPace` gives. */
export type Pace = ReturnType<typeof createPace>;
