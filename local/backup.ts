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

/** The parts of a data folder: the table (LevelDB), and queues and objects (SQLite). State files are beside them. */
const [TABLE, STORAGE, SQLITE] = ['dynamodb', 'storage', 'fauxqs.db'];
/** The file that marks a finished copy. */
const MARK = 'backup.json';
/** State files: `ready.json` and `process.json` are of the running process alone. */
const STATE = /^(?!ready\.json|process\.json|backup\.json).+\.json(\.\w+)?$/;
/** Between two looks at a table that LevelDB still compacts. */
const COMPACTION_MS = 50;

/** The file of queues and objects, in the folder of the storage. */
export const sqliteIn = (storage: string): string => join(storage, SQLITE);

/**
 * Copies a LevelDB to which nothing is written meanwhile. Its tables never change, so that links to them are enough; the
 * rest is small. A compaction that ends in the middle would leave a mixture: then it begins again.
 */
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

/** false if the file was removed. */
function copied(from: string, to: string): boolean {
  try {
    if (from.endsWith('.ldb')) linkSync(from, to);
    else copyFileSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    // A file system without links.
    copyFileSync(from, to);
    return true;
  }
}

/** A view of a SQLite database as it is now, which others may go on to change. */
export function pinSqlite(file: string) {
  const db = new DatabaseSync(file, { readOnly: true });
  // A transaction sees what it saw at its first read.
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

/** How the parts of a folder are copied. All of them must show the same moment. */
interface Parts {
  /** Copies the table. From then on, until `thaw`, nothing is written to it. */
  freezeTable(to: string): Promise<void>;
  /** Keeps a view of queues and objects. From then on, until `thaw`, no call changes them. */
  freezeStorage(): Promise<void>;
  thaw(): Promise<void>;
  /** Copies the view of queues and objects. */
  copyStorage(to: string): Promise<void>;
}

/**
 * Makes a consistent copy of a data folder: `to` is there once it is complete. Writes wait while links are made and small
 * files are copied. The parts are frozen one after another: nothing in a later one can follow from a write that the
 * copy of an earlier one lacks.
 */
export async function copyData(data: string, to: string, parts: Parts): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} exists already: name a folder that does not`);
  // Here, because a link cannot lead to another file system.
  const made = join(data, UNFINISHED_BACKUP);
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { mode: 0o700 });
  try {
    try {
      await parts.freezeTable(join(made, TABLE));
      await parts.freezeStorage();
      for (const name of readdirSync(data).filter((file) => STATE.test(file)))
        copied(join(data, name), join(made, name));
    } finally {
      await parts.thaw();
    }
    await parts.copyStorage(sqliteIn(join(made, STORAGE)));
    writeFileSync(join(made, MARK), JSON.stringify({ createdAt: new Date().toISOString() }));
    place(made, to);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Copies the folder of a running service. One copy is made at a time. */
export function createBackups(data: string, { table, storage }: { readonly table: Thread; readonly storage: Thread }) {
  let running: Promise<unknown> | undefined;
  /** false if it is asked for another folder: a port may have had another owner before. */
  return async (of: string, to: string): Promise<boolean> => {
    if (realpathSync(of) !== realpathSync(data)) return false;
    if (running) throw new Error('Another backup is running: try again once it has ended');
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

/** Copies the folder of a service that does not run. */
export async function copyStopped(data: string, to: string): Promise<void> {
  if (!existsSync(join(data, TABLE))) throw new Error(`${data} is not the data folder of a service`);
  // A service that starts meanwhile is refused.
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

/** Makes a data folder of a copy, which stays as it is. */
export function restoreData(from: string, to: string): void {
  if (!existsSync(join(from, MARK))) throw new Error(`${from} is not a complete backup: it has no ${MARK}`);
  if (existsSync(to)) throw new Error(`${to} exists already: name a folder that does not`);
  const made = `${to}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true, mode: 0o700 });
  cpSync(from, made, { recursive: true });
  rmSync(join(made, MARK));
  renameSync(made, to);
}

/** Moves a folder, to another file system too: it is there as a whole or not at all. */
function place(made: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(made, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    // Of a copy that was cut off.
    rmSync(`${to}.new`, { recursive: true, force: true });
    cpSync(made, `${to}.new`, { recursive: true });
    renameSync(`${to}.new`, to);
  }
}
