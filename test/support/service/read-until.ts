import { wait } from './service';

/** Returns the last value after `timeoutMs`, for the test's comparison to show. */
export async function readUntil<T>(
  read: () => Promise<T>,
  isWanted: (value: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  for (const until = Date.now() + timeoutMs; ; await wait(200)) {
    const value = await read();
    if (isWanted(value) || Date.now() > until) return value;
  }
}
