import { existsSync, renameSync, statSync } from 'node:fs';

/** How often anvil writes its state (seconds): what a power cut may cost. */
const SAVE_EVERY_S = 5;

/** Anvil touches the file while it writes it, so one that rested this long is whole. */
const RESTED_MS = 1500;

/**
 * Past states kept, in memory and on disk (blocks). Each is a copy of all accounts: without a bound the file grows to
 * gigabytes (1.7 GB at 1,000 blocks and 10,000 accounts); with none, a restarted chain has no past balances or reorgs.
 */
const STATES_KEPT = 64;

/**
 * Where one chain's state lives. Anvil overwrites its file in place, so a kill can leave half of one: it writes to a
 * file of its own, which takes the place of the last whole one only when it is whole.
 */
export function stateFiles(path: string) {
  const written = `${path}.writing`;
  const previous = `${path}.previous`;

  const promote = (): void => {
    if (existsSync(path)) renameSync(path, previous);
    renameSync(written, path);
  };

  return {
    /** Files to start from, the newest first. A torn one must be passed over. */
    candidates: (): string[] => [written, path, previous].filter((file) => existsSync(file)),

    /** The arguments that make anvil go on from a file (or from nothing) and save to its own. */
    args: (from: string | undefined): string[] => [
      ...(from ? ['--load-state', from] : []),
      ...['--dump-state', written, '--state-interval', String(SAVE_EVERY_S)],
      ...['--preserve-historical-states', '--prune-history', String(STATES_KEPT)],
    ],

    /** Anvil has read this file, so it is whole: keeps it from being overwritten. */
    loaded: (from: string | undefined): void => {
      if (from === written) promote();
    },

    /** Takes over what anvil has finished writing; returns what ends that. */
    keep: (): (() => void) => {
      const timer = setInterval(() => {
        const file = statSync(written, { throwIfNoEntry: false });
        if (file && Date.now() - file.mtimeMs > RESTED_MS) promote();
      }, 1000);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
