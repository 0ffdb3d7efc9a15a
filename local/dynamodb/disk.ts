import { readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/** Waits until what was written to a file so far is on disk. */
type Sync = (file: FileHandle, path: string) => Promise<void>;

/**
 * Puts the writes of a LevelDB on disk, so that even a power cut does not take them. LevelDB can do so itself, but all
 * other writes then wait for the disk too; it appends each write to a log file at once, and that file is enough.
 */
export function createDisk(directory: string, sync: Sync = (file) => file.datasync()) {
  const files = new Map<string, FileHandle>();
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    // A new log begins every few megabytes. The one before it goes when LevelDB has synced a table with all of it.
    const logs = readdirSync(directory).filter((name) => name.endsWith('.log'));
    for (const [name, file] of files) if (!logs.includes(name) && files.delete(name)) await file.close();
    for (const name of logs) {
      const file = files.get(name) ?? (await opened(join(directory, name)));
      if (file) files.set(name, file);
    }
    await Promise.all([...files].map(([name, file]) => sync(file, join(directory, name))));
  };

  return {
    /** Returns when everything that was written before is on disk. Those who wait at the same time share one sync. */
    synced(): Promise<void> {
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          running = flush();
          return running;
        });
      return next;
    },
    async close(): Promise<void> {
      await running.catch(() => undefined);
      for (const file of files.values()) await file.close();
    },
  };
}
/** The result of `createDisk`. */
export type Disk = ReturnType<typeof createDisk>;

/** A file, or undefined if it has just been removed. */
const opened = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
