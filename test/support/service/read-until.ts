import { wait } from './service';

/**
 * Reads until it is as wanted, for at most this long (ms), and returns what was read last: a test that compares it shows
 * what it is instead.
 */
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
