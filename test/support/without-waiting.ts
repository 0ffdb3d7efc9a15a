/**
 * Runs with every timer due at once, in the order in which they are set: for time limits of what never answers. `waits` is
 * given what each would have waited, ms.
 */
export async function withoutWaiting<T>(run: () => Promise<T>, waits: number[] = []): Promise<T> {
  const { setTimeout: real } = globalThis;
  const atOnce = (then: () => void, ms = 0) => {
    waits.push(ms);
    return real(then, 0);
  };
  const timers = jest.spyOn(globalThis, 'setTimeout').mockImplementation(atOnce as typeof setTimeout);
  try {
    return await run();
  } finally {
    timers.mockRestore();
  }
}
