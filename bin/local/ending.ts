import { describeDiskFailure } from '../../local/disk-failure';

/** After a failure; then the process exits (the store cannot close on a full disk). */
const MAX_ENDING_MS = 5_000;

/** In order on the first signal or a failure, at once on the second signal. */
export function createEnding(dataDir: string) {
  const stops: (() => unknown)[] = [];
  let isEnding = false;

  const end = async (code: number): Promise<never> => {
    if (isEnding) process.exit(code || 1);
    isEnding = true;
    await Promise.allSettled(stops.map(async (stop) => stop()));
    process.exit(code);
  };
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
    /** Until then, signals kill the process. */
    listen(): void {
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
    },
  };
}
