/** Runs code that is expected to fail, without its error log in the output. */
export async function withMutedErrors<T>(run: () => Promise<T>): Promise<T> {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    return await run();
  } finally {
    log.mockRestore();
  }
}
