import { existsSync, renameSync, statSync } from 'node:fs';

/** How often anvil writes its state: the most that a power cut can lose. */
const SAVE_INTERVAL_SECONDS = 5;

/** Anvil keeps touching the file while it writes, so a file that has not changed for this long is complete. */
const UNCHANGED_MS = 1500;

/**
 * Blocks whose state is kept, in memory and on disk. Each state is a copy of all accounts: without a limit the file grows
 * to gigabytes (1.7 GB at 1,000 blocks and 10,000 accounts); with 0, a restarted chain has no past balances or reorgs.
 */
const MAX_STATES = 64;

/**
 * The state files of one chain. Anvil overwrites its file in place, so a kill can leave an incomplete one: it writes to a
 * separate file, which replaces the last complete one only when it is complete itself.
 */
export function stateFiles(path: string) {
  const written = `${path}.writing`;
  const previous = `${path}.previous`;

  const promote = (): void => {
    if (existsSync(path)) renameSync(path, previous);
    renameSync(written, path);
  };

  return {
    /** Files to start from, the newest first. The caller must skip an incomplete one. */
    candidates: (): string[] => [written, path, previous].filter((file) => existsSync(file)),

    /** The arguments that make anvil continue from a file (or start anew) and save to its own file. */
    args: (from: string | undefined): string[] => [
      ...(from ? ['--load-state', from] : []),
      ...['--dump-state', written, '--state-interval', String(SAVE_INTERVAL_SECONDS)],
      ...['--preserve-historical-states', '--prune-history', String(MAX_STATES)],
    ],

    /** Anvil has loaded this file, so it is complete: moves it so that it is not overwritten. */
    loaded: (from: string | undefined): void => {
      if (from === written) promote();
    },

    /** Promotes each file that anvil has finished writing; the function it returns stops that. */
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
