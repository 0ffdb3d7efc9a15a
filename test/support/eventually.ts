import { setTimeout as after } from 'node:timers/promises';

/** Checks again until it holds, or throws as it did last after so many ms: lists may be late, as the table's indexes are. */
export async function eventually(check: () => Promise<void>, ms = 5_000): Promise<void> {
  for (const deadline = performance.now() + ms; ; await after(50)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
