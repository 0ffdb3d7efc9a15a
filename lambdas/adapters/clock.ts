/** Unix ms. Handed in, so that tests and domain code need no real clock. */
export type Clock = () => number;
/** The real one. */
export const systemClock: Clock = () => Date.now();

/** Resolves after `ms`; rejects at once when the signal aborts. */
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
