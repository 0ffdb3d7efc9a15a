import { systemTimer, type Timer } from '../clock';
import { NodeError, NodeRefused } from './errors';

/** A node that refuses one call in seven refuses this many in a row once in seventeen thousand. */
const MAX_ATTEMPTS = 5;
/** The client has asked a node that throttles several times, ever more slowly, before it gives up. */
const MAX_THROTTLED_ATTEMPTS = 2;
/** Delay before the next attempt, ms. */
const DELAY_MS = 500;

/**
 * Retries a call that a node refuses without a reason, up to four times, or throttles, once: for workers whose message
 * would otherwise wait for minutes until its next delivery. Throws what the last attempt throws.
 */
export async function withRetries<T>(ask: () => Promise<T>, { sleep }: Pick<Timer, 'sleep'> = systemTimer): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (attempt >= attemptsAt(error)) throw error;
      await sleep(DELAY_MS);
    }
  }
}

/** Attempts at most, by what the last one throws: a node that is away is not asked again, as it may stay so for long. */
function attemptsAt(error: unknown): number {
  if (error instanceof NodeRefused) return MAX_ATTEMPTS;
  return error instanceof NodeError && error.failure === 'throttled' ? MAX_THROTTLED_ATTEMPTS : 1;
}
