import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFolder, UNFINISHED_BACKUP } from './data-folder';
import type { Thread } from './thread';

/** The table (LevelDB), and queues and objects (SQLite). State files are next to them. */
const [TABLE, STORAGE, SQLITE] = ['dynamodb', 'storage', 'fauxqs.db'];
const MARK = 'backup.json';
/** `ready.json` and `process.json` belong to the running process. */
const STATE = /^(?!ready\.json|process\.json|backup\.json).+\.json(\.\w+)?$/;
const COMPACTION_MS = 50;

export const sqliteIn = (storage: string): string => join(storage, SQLITE);

/** Table files are immutable, so hard links suffice. Starts over if a compaction changes the files meanwhile. */
export async function copyLevel(from: string, to: string): Promise<void> {
  for (let before = getContent(from); ; before = getContent(from)) {
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { recursive: true });
    const isWhole = before.every(({ name }) => copied(join(from, name), join(to, name)));
    if (isWhole && JSON.stringify(getContent(from)) === JSON.stringify(before)) return;
    await sleep(COMPACTION_MS);
  }
}

const getContent = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^(CURRENT|MANIFEST-\d+|\d+\.(log|ldb))$/.test(name))
    .toSorted()
    .map((name) => ({ name, size: statSync(join(folder, name), { throwIfNoEntry: false })?.size }));

/** Links tables if possible. false if the file was deleted. */
function copied(from: string, to: string): boolean {
  try {
    if (from.endsWith('.ldb')) linkSync(from, to);
    else copyFileSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    // The file system has no hard links.
    copyFileSync(from, to);
    return true;
  }
}

/** A snapshot, isolated from later writes. */
export function pinSqlite(file: string) {
  const db = new DatabaseSync(file, { readOnly: true });
  // The snapshot of a transaction begins at its first read.
  db.exec('BEGIN');
  db.prepare('SELECT count(*) FROM sqlite_master').get();
  return {
    async copy(to: string): Promise<void> {
      mkdirSync(dirname(to), { recursive: true });
      await backup(db, to);
    },
    close: () => db.close(),
  };
}

interface Parts {
  /** Copies the table and blocks writes to it until `thaw`. */
  freezeTable(to: string): Promise<void>;
  /** Takes a snapshot of queues and objects and blocks calls until `thaw`. */
  freezeStorage(): Promise<void>;
  thaw(): Promise<void>;
  copyStorage(to: string): Promise<void>;
}

/** Throws if `to` exists. Parts freeze in turn: a later one has no effects of a write that an earlier one lacks. */
export async function copyData(data: string, to: string, parts: Parts): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} already exists: choose a new folder`);
  // Staged in the data folder, as hard links cannot cross file systems.
  const staged = join(data, UNFINISHED_BACKUP);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { mode: 0o700 });
  try {
    try {
      await parts.freezeTable(join(staged, TABLE));
      await parts.freezeStorage();
      for (const name of readdirSync(data).filter((file) => STATE.test(file)))
        copied(join(data, name), join(staged, name));
    } finally {
      await parts.thaw();
    }
    await parts.copyStorage(sqliteIn(join(staged, STORAGE)));
    writeFileSync(join(staged, MARK), JSON.stringify({ createdAt: new Date().toISOString() }));
    place(staged, to);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

export function createBackups(data: string, { table, storage }: { readonly table: Thread; readonly storage: Thread }) {
  let running: Promise<unknown> | undefined;
  /** false if this process serves another folder (a port reused by another service). Throws if a backup is running. */
  return async (of: string, to: string): Promise<boolean> => {
    if (realpathSync(of) !== realpathSync(data)) return false;
    if (running) throw new Error('Another backup is running: try again when it has finished');
    running = copyData(data, to, {
      freezeTable: (folder) => table.call('freeze', folder),
      freezeStorage: () => storage.call('freeze'),
      thaw: async () => void (await Promise.all([table.call('thaw'), storage.call('thaw')])),
      copyStorage: (file) => storage.call('copy', file),
    }).finally(() => {
      running = undefined;
    });
    await running;
    return true;
  };
}

/** Throws if the service is running. */
export async function copyStopped(data: string, to: string): Promise<void> {
  if (!existsSync(join(data, TABLE))) throw new Error(`${data} is not the data folder of a service`);
  // Keeps a service from starting meanwhile.
  claimFolder(data);
  let pinned: ReturnType<typeof pinSqlite> | undefined;
  try {
    await copyData(data, to, {
      freezeTable: (folder) => copyLevel(join(data, TABLE), folder),
      freezeStorage: async () => {
        pinned = pinSqlite(sqliteIn(join(data, STORAGE)));
      },
      thaw: async () => undefined,
      copyStorage: async (file) => pinned?.copy(file),
    });
  } finally {
    pinned?.close();
  }
}

/** Throws if the backup is incomplete or `to` exists. The backup stays unchanged. */
export function restoreData(from: string, to: string): void {
  if (!existsSync(join(from, MARK))) throw new Error(`${from} is not a complete backup: it has no ${MARK}`);
  if (existsSync(to)) throw new Error(`${to} already exists: choose a new folder`);
  const staged = `${to}.new`;
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true, mode: 0o700 });
  cpSync(from, staged, { recursive: true });
  rmSync(join(staged, MARK));
  renameSync(staged, to);
}

/** Atomic, also to another file system. */
function place(staged: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(staged, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // Left over from an interrupted copy.
    rmSync(`${to}.new`, { recursive: true, force: true });
    cpSync(staged, `${to}.new`, { recursive: true });
    renameSync(`${to}.new`, to);
  }
}
