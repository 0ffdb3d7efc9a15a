import { AsyncLocalStorage } from 'node:async_hooks';

/** A request would read more of the table than it may. */
export class ReadBudgetExceeded extends Error {
  override readonly name = 'ReadBudgetExceeded';
  /** The read units that it may use. */
  readonly limit: number;
  constructor(limit: number) {
    super(`a request may use ${limit} read units`);
    this.limit = limit;
  }
}

interface Budget {
  readonly limit: number;
  used: number;
  /** What the reads in flight may use at most. */
  reserved: number;
  /** Resumes reads that wait for others to end. */
  readonly waiting: (() => void)[];
}

const getBudget = (limit: number): Budget => ({ limit, used: 0, reserved: 0, waiting: [] });
const left = ({ limit, used, reserved }: Budget): number => limit - used - reserved;

/**
 * How much a request may read of the table; workers have no limit. A read starts only if the budget covers the most that
 * it and all reads in flight can use, so that no request exceeds its budget, however many lists it reads at once.
 */
export function createReadBudget() {
  // Bound to the request: reads that go on after its answer do not count for the next one.
  const requests = new AsyncLocalStorage<Budget>();
  const unlimited = getBudget(Number.POSITIVE_INFINITY);
  const current = (): Budget => requests.getStore() ?? unlimited;

  return {
    /** Handles a request that may use `limit` read units. */
    during: <T>(limit: number, handle: () => Promise<T>): Promise<T> => requests.run(getBudget(limit), handle),

    get limit(): number {
      return current().limit;
    },

    /** The read units that the request may still use, less those of reads in flight. */
    get left(): number {
      return left(current());
    },

    /** Whether more may be read than must be: a page may end early, and leave the rest to the next one. */
    hasRoom: (): boolean => 2 * current().used <= current().limit,

    /** How many of some reads, by the most that each uses, the budget covers at once; at least one. */
    fitting(most: readonly number[]): number {
      let room = left(current());
      const first = most.findIndex((units) => {
        room -= units;
        return room < 0;
      });
      return first < 0 ? most.length : Math.max(1, first);
    },

    /**
     * Runs a read that uses at most `most` units, once the budget covers it; `run` says how many it used. Throws
     * `ReadBudgetExceeded` if it never will.
     */
    async read<T>(most: number, run: () => Promise<{ readonly value: T; readonly units: number }>): Promise<T> {
      const budget = current();
      while (left(budget) < most) {
        if (budget.reserved === 0) throw new ReadBudgetExceeded(budget.limit);
        await new Promise<void>((resolve) => budget.waiting.push(resolve));
      }
      budget.reserved += most;
      try {
        const { value, units } = await run();
        budget.used += units;
        return value;
      } finally {
        budget.reserved -= most;
        for (const resume of budget.waiting.splice(0)) resume();
      }
    },
  };
}
/** What `createReadBudget` gives. */
export type ReadBudget = ReturnType<typeof createReadBudget>;
