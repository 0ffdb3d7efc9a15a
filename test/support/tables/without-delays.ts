/** Runs what repeats its writes, with every random delay between the attempts at its minimum, zero: as many attempts. */
export async function withoutDelays<T>(run: () => Promise<T>): Promise<T> {
  const random = jest.spyOn(Math, 'random').mockReturnValue(0);
  try {
    return await run();
  } finally {
    random.mockRestore();
  }
}
