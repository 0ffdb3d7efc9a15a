import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Reads a JSON file that `writeState` wrote, or returns `initial` if there is none yet. */
export function readState<State>(file: string, initial: State): State {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : initial;
}

/** Writes a JSON file atomically: a kill leaves either the old or the new content. */
export function writeState(file: string, state: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
