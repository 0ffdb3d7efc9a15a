import { AsyncLocalStorage } from 'node:async_hooks';

export class ReadBudgetExceeded extends Error {
  override readonly name = 'ReadBudgetExceeded';
  readonly limit: number;
  constructor(limit: number) {
    super(`a request may use ${limit} read units`);
    this.limit = limit;
  }
}

interface Budget {
  readonly limit: number;
  used: number;
  /** Upper bound of the reads in flight. */
  reserved: number;
  readonly waiting: (() => void)[];
}

const getBudget = (limit: number): Budget => ({ limit, used: 0, reserved: 0, waiting: [] });
const left = ({ limit, used, reserved }: Budget): number => limit - used - reserved;

/**
 * Limits the reads of a request; workers have no limit. A read starts only if the budget covers its maximum and that of
 * all reads in flight, so that parallel lists cannot exceed the budget either.
 */
export function createReadBudget() {
  // Scoped to the request: reads that continue after its response must not count for the next one.
  const requests = new AsyncLocalStorage<Budget>();
  const unlimited = getBudget(Number.POSITIVE_INFINITY);
  const current = (): Budget => requests.getStore() ?? unlimited;

  return {
    during: <T>(limit: number, handle: () => Promise<T>): Promise<T> => requests.run(getBudget(limit), handle),

    get limit(): number {
      return current().limit;
    },

    get left(): number {
      return left(current());
    },

    /** Half of the budget is left, enough for optional reads. Otherwise a page ends early. */
    hasRoom: (): boolean => 2 * current().used <= current().limit,

    /** How many of these reads, given the maximum of each, the budget covers at once; at least one. */
    fitting(most: readonly number[]): number {
      let room = left(current());
      const first = most.findIndex((units) => {
        room -= units;
        return room < 0;
      });
      return first < 0 ? most.length : Math.max(1, first);
    },

    /** Waits until the budget covers `most` units; `run` returns the units used. Throws `ReadBudgetExceeded`. */
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
export type ReadBudget = ReturnType<typeof createReadBudget>;
