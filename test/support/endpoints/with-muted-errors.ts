/** Runs what is expected to fail: the log of an expected failure is no news. */
export async function withMutedErrors<T>(run: () => Promise<T>): Promise<T> {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    return await run();
  } finally {
    log.mockRestore();
  }
}
