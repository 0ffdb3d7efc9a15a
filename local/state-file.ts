import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type * as z from 'zod';

/** `initial` if the file is missing. Throws a one-sentence error if it is damaged; `without`: effect of deleting it. */
export function readState<State>(file: string, schema: z.ZodType<State>, initial: State, without: string): State {
  if (!existsSync(file)) return initial;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Error(`${file} is damaged: restore it from a backup, or delete it and start again. ${without}`);
  }
}

/** Atomic: a kill or a power cut leaves either the old or the new content. */
export function writeState(file: string, state: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
