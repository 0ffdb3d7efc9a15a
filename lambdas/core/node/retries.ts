import { systemTimer, type Timer } from '../runtime/clock';
import { NodeError, NodeRefused } from './errors';

/** A node that refuses one call in seven refuses this many in a row once in seventeen thousand. */
const MAX_REFUSED_ATTEMPTS = 5;
/** The client has asked a node that throttles or is away several times itself; one that hangs takes ten seconds each time. */
const MAX_ATTEMPTS = 3;
/** Delay before the next attempt, ms. */
const DELAY_MS = 500;

/**
 * Retries a call that a node refuses without a reason, up to four times, or does not answer, twice: for workers whose
 * message would otherwise wait for minutes until its next delivery. Throws what the last attempt throws.
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

function attemptsAt(error: unknown): number {
  if (error instanceof NodeRefused) return MAX_REFUSED_ATTEMPTS;
  return error instanceof NodeError ? MAX_ATTEMPTS : 1;
}
