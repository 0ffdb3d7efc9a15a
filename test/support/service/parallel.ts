export async function toEach<T, R>(values: readonly T[], job: (value: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < values.length; i = next++) results[i] = await job(values[i] as T, i);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return results;
}
