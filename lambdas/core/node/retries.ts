import { systemTimer, type Timer } from '../runtime/clock';
import { NodeError, NodeRefused } from './errors';

/** A node that rejects one call in seven rejects this many in a row once in 17,000. */
const MAX_REFUSED_ATTEMPTS = 5;
/** The client already retries a node that throttles or is down; one that hangs costs 10 s each time. */
const MAX_ATTEMPTS = 3;
const DELAY_MS = 500;

/** For workers: their message would otherwise wait minutes for redelivery. Throws the last error. */
export async function withRetries<T>(
  call: () => Promise<T>,
  { sleep }: Pick<Timer, 'sleep'> = systemTimer,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= attemptsAt(error)) throw error;
      await sleep(DELAY_MS);
    }
  }
}

function attemptsAt(error: unknown): number {
  if (error instanceof NodeRefused) return MAX_REFUSED_ATTEMPTS;
  return error instanceof NodeError ? MAX_ATTEMPTS : 1;
}
