import { existsSync, renameSync, statSync } from 'node:fs';

/** Bounds the loss after a power failure. */
const SAVE_INTERVAL_SECONDS = 5;

/** Anvil touches the file while it writes, so a file unchanged for this long is complete. */
const UNCHANGED_MS = 1500;

/** Each state copies all accounts (1.7 GB at 1,000 blocks and 10,000 accounts); 0 leaves no past balances or reorgs. */
const MAX_STATES = 64;

/** Anvil overwrites its file in place; a kill can cut it. A complete file replaces the last complete one. */
export function stateFiles(path: string) {
  const written = `${path}.writing`;
  const previous = `${path}.previous`;

  const promote = (): void => {
    if (existsSync(path)) renameSync(path, previous);
    renameSync(written, path);
  };

  return {
    /** Newest first. The caller must skip an incomplete one. */
    candidates: (): string[] => [written, path, previous].filter((file) => existsSync(file)),

    args: (from: string | undefined): string[] => [
      ...(from ? ['--load-state', from] : []),
      ...['--dump-state', written, '--state-interval', String(SAVE_INTERVAL_SECONDS)],
      ...['--preserve-historical-states', '--prune-history', String(MAX_STATES)],
    ],

    /** Call once anvil has loaded the file, which proves it complete: moves it out of the way of being overwritten. */
    loaded: (from: string | undefined): void => {
      if (from === written) promote();
    },

    /** Promotes each file that anvil has finished writing. Returns a function that stops this. */
    keep: (): (() => void) => {
      const timer = setInterval(() => {
        const file = statSync(written, { throwIfNoEntry: false });
        if (file && Date.now() - file.mtimeMs > UNCHANGED_MS) promote();
      }, 1000);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
