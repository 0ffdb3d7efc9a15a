import { describeDiskFailure } from '../../local/disk-failure';

/** Time for an orderly end after a failure; after that, the process exits (the store cannot close on a full disk). */
const MAX_ENDING_MS = 5_000;

/** Ends the process: in order on the first signal or a failure, at once on the second signal. */
export function createEnding(dataDir: string) {
  const stops: (() => unknown)[] = [];
  let isEnding = false;

  const end = async (code: number): Promise<never> => {
    if (isEnding) process.exit(code || 1);
    isEnding = true;
    await Promise.allSettled(stops.map(async (stop) => stop()));
    process.exit(code);
  };
  /** Prints the reason and ends the service; later calls are ignored. */
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
    /** Handles signals from now on; until then they kill the process. */
    listen(): void {
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
    },
  };
}
