/** Unix ms. Injected, so that tests and domain code need no real clock. */
export type Clock = () => number;
/** For stored or displayed times; compare those with `domain/stored-time.ts`. */
export const systemClock: Clock = () => Date.now();
/**
 * Whole ms, unaffected by changes of the system clock: for durations within a process. May stand still while a
 * function is frozen, so caches and the like compare times with `domain/stored-time.ts`.
 */
export const steadyClock: Clock = () => Math.floor(performance.timeOrigin + performance.now());

/** Rejects at once when the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** undefined after `ms`; the work itself is not cancelled. */
export async function resultWithin<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const done = new AbortController();
  const late = sleep(ms, done.signal).catch(() => undefined);
  const result = await Promise.race([work, late]).finally(() => done.abort());
  return result ?? undefined;
}

export interface Timer {
  readonly now: Clock;
  readonly steady: Clock;
  sleep(ms: number): Promise<void>;
  deadline(ms: number): AbortSignal;
  /** Does not keep the process alive. */
  every(ms: number, work: () => void): () => void;
}

export const systemTimer: Timer = {
  now: systemClock,
  steady: steadyClock,
  sleep: (ms) => sleep(ms),
  deadline: (ms) => AbortSignal.timeout(ms),
  every(ms, work) {
    const interval = setInterval(work, ms);
    interval.unref();
    return () => clearInterval(interval);
  },
};
