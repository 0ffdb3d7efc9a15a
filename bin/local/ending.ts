import { describeDiskFailure } from '../../local/disk-failure';

/** For what must end in order after a failure. What cannot, such as a full disk's store, is cut off. */
const MAX_ENDING_MS = 5_000;

/** Ends the process: in order when a signal asks for it once, at once when it asks again, and after failures. */
export function createEnding(dataDir: string) {
  const stops: (() => unknown)[] = [];
  let isEnding = false;

  const end = async (code: number): Promise<never> => {
    if (isEnding) process.exit(code || 1);
    isEnding = true;
    await Promise.allSettled(stops.map(async (stop) => stop()));
    process.exit(code);
  };
  /** Prints why the service cannot go on, once, and ends it. */
  const fail = (reason: string): void => {
    if (isEnding) return;
    console.error(reason);
    setTimeout(() => process.exit(1), MAX_ENDING_MS);
    void end(1);
  };

  process.on('uncaughtException', (error) => fail(describeDiskFailure(error, dataDir) ?? error.stack ?? String(error)));
  return {
    onStop: (stop: () => unknown): void => void stops.push(stop),
    fail,
    /** From now on signals end the process in order; until then they kill it. */
    listen(): void {
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
    },
  };
}
