import { setTimeout as after } from 'node:timers/promises';

/** Retries until `check` passes; after `ms`, throws its last error. */
export async function eventually(check: () => Promise<void>, ms = 5_000): Promise<void> {
  for (const deadline = performance.now() + ms; ; await after(50)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
