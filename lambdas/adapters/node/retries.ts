import { sleep } from '../clock';
import { NodeRefused } from './errors';

/** A node that refuses one call in seven refuses this many in a row once in seventeen thousand. */
const MAX_ATTEMPTS = 5;
/** Delay before the next attempt, ms. */
const DELAY_MS = 500;

/**
 * Retries a call that a node refuses without a reason, up to four times: for workers whose message would otherwise wait
 * for minutes until its next delivery. Throws what the last attempt throws.
 */
export async function withRetries<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NodeRefused) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(DELAY_MS);
    }
  }
}
