/**
 * Runs with every timer due at once, in the order in which they are set: for time limits of what never answers. `waits` is
 * given what each would have waited, ms.
 */
export async function withoutWaiting<T>(run: () => Promise<T>, waits: number[] = []): Promise<T> {
  const { setTimeout: real } = globalThis;
  // With their arguments: those of clients' connections, which other tests have left, need theirs.
  const atOnce = (then: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    waits.push(ms);
    return real(then, 0, ...given);
  };
  const timers = jest.spyOn(globalThis, 'setTimeout').mockImplementation(atOnce as typeof setTimeout);
  try {
    return await run();
  } finally {
    timers.mockRestore();
  }
}
