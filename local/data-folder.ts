import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { writeState } from './state-file';

/** SQLite's file, whose lock the system releases however the process ends. Emptying the folder keeps it. */
const LOCK = 'lock';
const LOCK_FILES: ReadonlySet<string> = new Set([LOCK, `${LOCK}-journal`]);
/** Not what a file system or a desktop puts into a folder. */
const isOwn = (name: string): boolean => name !== 'lost+found' && !name.startsWith('.');
/** Says who holds the lock, which cannot be read from a locked file. */
const HOLDER = 'process.json';
const Holder = z.object({ pid: z.number(), startedAt: z.string() });

/** Name of the folder that a backup is staged in, inside the data folder. */
export const UNFINISHED_BACKUP = 'backup.new';

/**
 * Makes a folder this process's own until it ends, before anything in it is read, written or deleted. Only the user may
 * enter it: it holds signing secrets. `fresh` deletes what is in it. Throws one sentence, which names the process, if
 * another one has it, and also if it has files but was never a data folder.
 */
export function claimFolder(folder: string, { fresh = false } = {}): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const before = readdirSync(folder).filter(isOwn);
  // Once it had a lock, `fresh` would take it for a data folder.
  if (before.length > 0 && !before.includes(LOCK) && !before.includes('dynamodb'))
    throw new Error(`${folder} has files, but no data of this service: choose an empty or a new folder`);
  const lock = createLock(join(folder, LOCK));
  if (!lock)
    throw new Error(
      `${folder} is in use by ${nameHolder(folder)}: stop it first, or choose another folder with --data`,
    );
  held.push(lock);
  if (fresh)
    for (const name of readdirSync(folder).filter(isOwn))
      if (!LOCK_FILES.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  // Left by a killed process. Its hard links would keep deleted table files on disk.
  rmSync(join(folder, UNFINISHED_BACKUP), { recursive: true, force: true });
  writeState(join(folder, HOLDER), { pid: process.pid, startedAt: new Date().toISOString() });
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(folder, entry.name), 0o700);
}

/** The lock, or undefined if another process holds it. */
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
    // A damaged file that is not held, since SQLite locks before it reads.
    truncateSync(file);
    return createLock(file);
  }
}

function nameHolder(folder: string): string {
  try {
    const { pid, startedAt } = Holder.parse(JSON.parse(readFileSync(join(folder, HOLDER), 'utf8')));
    return `process ${pid}, which started at ${startedAt}`;
  } catch {
    return 'another process';
  }
}

const [SQLITE_BUSY, SQLITE_NOTADB] = [5, 26];
/** Locks end when they are collected as garbage. */
const held: DatabaseSync[] = [];
