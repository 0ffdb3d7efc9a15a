import type { Timer } from '../../../lambdas/core/runtime/clock';

/** A clock for concurrent waiters: it jumps to the next deadline once everyone waits. Starts at a fixed time. */
export function waitingTimer(start = 1_700_000_000_000) {
  let now = start;
  let working = 0;
  const due: { readonly at: number; readonly wake: () => void }[] = [];
  const at = (ms: number, wake: () => void): void => void due.push({ at: now + ms, wake });
  const timer: Pick<Timer, 'now' | 'steady' | 'sleep' | 'deadline'> = {
    now: () => now,
    steady: () => now,
    sleep: (ms) => new Promise((resolve) => at(ms, resolve)),
    deadline(ms) {
      const controller = new AbortController();
      at(ms, () => controller.abort());
      return controller.signal;
    },
  };
  const settled = async (): Promise<void> => {
    do await new Promise((resolve) => setImmediate(resolve));
    while (working > 0);
  };
  return {
    ...timer,
    /** Work such as a table call, for which the clock stands still. */
    async instantly<T>(work: () => Promise<T>): Promise<T> {
      working += 1;
      try {
        return await work();
      } finally {
        working -= 1;
      }
    },
    async run<T>(work: Promise<T>): Promise<T> {
      let done = false;
      const end = () => {
        done = true;
      };
      work.then(end, end);
      for (;;) {
        await settled();
        if (done) return work;
        due.sort((one, other) => one.at - other.at);
        const [next] = due;
        if (!next) throw new Error('everyone waits for something that never comes');
        now = next.at;
        for (const { wake } of due.splice(0, due.findLastIndex((one) => one.at <= now) + 1)) wake();
      }
    },
  };
}
