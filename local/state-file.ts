import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Reads a JSON file that `writeState` wrote, or gives `initial` where there is none yet. */
export function readState<State>(file: string, initial: State): State {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : initial;
}

/** Writes a JSON file so that a kill leaves the old one or the new one, never a part. */
export function writeState(file: string, state: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
