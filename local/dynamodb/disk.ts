import { readdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/** Flushes a file's writes to disk. */
type Sync = (file: FileHandle, path: string) => Promise<void>;

/**
 * Makes the writes of a LevelDB survive a power cut. LevelDB's own `sync` option would delay all concurrent writes;
 * syncing its append-only log is sufficient.
 */
export function createDisk(directory: string, sync: Sync = (file) => file.datasync()) {
  const files = new Map<string, FileHandle>();
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    // LevelDB starts a new log every few MB, and deletes the old one after syncing its contents to a table.
    const logs = readdirSync(directory).filter((name) => name.endsWith('.log'));
    for (const [name, file] of files) if (!logs.includes(name) && files.delete(name)) await file.close();
    for (const name of logs) {
      const file = files.get(name) ?? (await openLog(join(directory, name)));
      if (file) files.set(name, file);
    }
    await Promise.all([...files].map(([name, file]) => sync(file, join(directory, name))));
  };

  return {
    /** Resolves when all earlier writes are on disk. Concurrent callers share one sync. */
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
export type Disk = ReturnType<typeof createDisk>;

/** Opens a file; undefined if it was just deleted. */
const openLog = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
