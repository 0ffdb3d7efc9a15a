import { sleep } from '../clock';
import { NodeRefused } from './errors';

const MAX_ATTEMPTS = 3;
/** Delay before the next attempt, ms. */
const DELAY_MS = 500;

/**
 * Asks a node again, up to twice, if it refuses without a reason: for workers whose message would otherwise wait for
 * minutes until it is delivered again. Throws what the last attempt throws.
 */
export async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NodeRefused) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(DELAY_MS);
    }
  }
}
