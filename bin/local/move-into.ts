import { existsSync, renameSync, rmSync } from 'node:fs';

/** Moves a folder to its name. Another process may have made the same one meanwhile: then that stays, and ours goes. */
export function moveInto(made: string, folder: string): void {
  try {
    renameSync(made, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true, force: true });
  }
}
