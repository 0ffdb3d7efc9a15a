/**
 * Runs the chains of a group at the same time: one that fails keeps none of the others from its turn, and is logged with
 * `message`. Throws the first failure once all have ended, so that the run counts as failed.
 */
export async function eachChain(
  chainIds: readonly string[],
  message: string,
  run: (chainId: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  await Promise.all(
    chainIds.map((chainId) =>
      run(chainId).catch((error: unknown) => {
        console.error({ chainId, message, error: String(error) });
        failures.push(error);
      }),
    ),
  );
  if (failures.length > 0) throw failures[0];
}

/** The chains of a group, from another one on each minute: one that waited for its turn to the end is soon the first. */
export function inTurns<T>(group: readonly T[], minute: number): T[] {
  const first = group.length === 0 ? 0 : minute % group.length;
  return [...group.slice(first), ...group.slice(0, first)];
}
