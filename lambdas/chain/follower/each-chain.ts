import { log } from '../../core/runtime/log';
/**
 * Runs the chains of a group concurrently. A failure is logged with `message` and does not stop the others; once all
 * have ended, the first one is thrown so that the invocation counts as failed.
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
        log.error(message, { chainId, error });
        failures.push(error);
      }),
    ),
  );
  if (failures.length > 0) throw failures[0];
}

/** Rotates a group each minute, so that a chain that did not get its turn moves to the front. */
export function inTurns<T>(group: readonly T[], minute: number): T[] {
  const first = group.length === 0 ? 0 : minute % group.length;
  return [...group.slice(first), ...group.slice(0, first)];
}
