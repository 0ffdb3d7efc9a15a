import { existsSync, renameSync, rmSync } from 'node:fs';

/** Renames a finished folder into place, so that a killed process leaves no partial one. Keeps an existing folder. */
export function keep(made: string, place: string): void {
  try {
    renameSync(made, place);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}
