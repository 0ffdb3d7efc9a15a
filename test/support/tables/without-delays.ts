/** Makes random retry delays zero, with as many attempts. */
export async function withoutDelays<T>(run: () => Promise<T>): Promise<T> {
  const random = jest.spyOn(Math, 'random').mockReturnValue(0);
  try {
    return await run();
  } finally {
    random.mockRestore();
  }
}
