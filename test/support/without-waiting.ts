/** Every timer is due at once, in order: for timeouts. `waits` collects the intended ms. */
export async function withoutWaiting<T>(run: () => Promise<T>, waits: number[] = []): Promise<T> {
  const { setTimeout: real } = globalThis;
  // With arguments, which connection timers left by other tests need.
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
