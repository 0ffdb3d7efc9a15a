import { existsSync, renameSync, rmSync } from 'node:fs';

/** Puts a finished folder in its place, so that a kill leaves none there by halves. Where another process was first, its own stays. */
export function keep(made: string, place: string): void {
  try {
    renameSync(made, place);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}
