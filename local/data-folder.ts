import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { writeState } from './state-file';

/** A SQLite file as lock: the OS releases it however the process ends. Emptying the folder keeps it. */
const LOCK = 'lock';
const LOCK_FILES: ReadonlySet<string> = new Set([LOCK, `${LOCK}-journal`]);
/** Ignores files of the file system or desktop. */
const isOwn = (name: string): boolean => name !== 'lost+found' && !name.startsWith('.');
/** Names the lock holder, as a locked file cannot be read. */
const HOLDER = 'process.json';
const Holder = z.object({ pid: z.number(), startedAt: z.string() });

export const UNFINISHED_BACKUP = 'backup.new';

/** Call before any access. `fresh` empties the folder. Throws if another process holds it, or it has foreign files. */
export function claimFolder(folder: string, { fresh = false } = {}): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const before = readdirSync(folder).filter(isOwn);
  // Checked before the lock is created, which would make it a data folder for `fresh`.
  if (before.length > 0 && !before.includes(LOCK) && !before.includes('dynamodb'))
    throw new Error(`${folder} has files but no data of this service: choose an empty or new folder`);
  const lock = createLock(join(folder, LOCK));
  if (!lock)
    throw new Error(
      `${folder} is in use by ${nameHolder(folder)}: stop it first, or choose another folder with --data`,
    );
  held.push(lock);
  if (fresh)
    for (const name of readdirSync(folder).filter(isOwn))
      if (!LOCK_FILES.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  // Left over from a killed process. Its hard links would keep deleted table files on disk.
  rmSync(join(folder, UNFINISHED_BACKUP), { recursive: true, force: true });
  writeState(join(folder, HOLDER), { pid: process.pid, startedAt: new Date().toISOString() });
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(folder, entry.name), 0o700);
}

function createLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === SQLITE_BUSY) return undefined;
    if (errcode !== SQLITE_NOTADB) throw error;
    // A damaged file that is not locked: SQLite locks before it reads.
    truncateSync(file);
    return createLock(file);
  }
}

function nameHolder(folder: string): string {
  try {
    const { pid, startedAt } = Holder.parse(JSON.parse(readFileSync(join(folder, HOLDER), 'utf8')));
    return `process ${pid} (started at ${startedAt})`;
  } catch {
    return 'another process';
  }
}

const [SQLITE_BUSY, SQLITE_NOTADB] = [5, 26];
/** Keeps the locks from being garbage collected. */
const held: DatabaseSync[] = [];
