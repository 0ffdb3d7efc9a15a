import type { Timer } from '../../../lambdas/core/runtime/clock';

/** Advances only by `sleep` and `advance`, so tests never wait. `set` shifts the system clock alone, in ms. */
export function testTimer(start = 1_700_000_000_000) {
  let now = start;
  let lead = 0;
  const repeated = new Set<{ readonly ms: number; next: number; readonly work: () => void }>();
  const deadlines = new Set<{ readonly at: number; readonly controller: AbortController }>();
  const advance = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const due = [...repeated].filter(({ next }) => next <= until).toSorted((a, b) => a.next - b.next)[0];
      if (!due) break;
      now = due.next;
      due.next += due.ms;
      due.work();
    }
    now = until;
    for (const deadline of deadlines)
      if (deadline.at <= now) {
        deadline.controller.abort();
        deadlines.delete(deadline);
      }
  };
  const timer: Timer = {
    now: () => now + lead,
    steady: () => now,
    async sleep(ms) {
      advance(ms);
      // Other pending promises run first.
      await new Promise((resolve) => setImmediate(resolve));
    },
    deadline(ms) {
      const controller = new AbortController();
      deadlines.add({ at: now + ms, controller });
      return controller.signal;
    },
    every(ms, work) {
      const entry = { ms, next: now + ms, work };
      repeated.add(entry);
      return () => repeated.delete(entry);
    },
  };
  const set = (ms: number): void => {
    lead += ms;
  };
  return { ...timer, advance, set };
}
