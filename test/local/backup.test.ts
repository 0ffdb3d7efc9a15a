import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ClassicLevel } from 'classic-level';
import { copyData, copyLevel, pinSqlite } from '../../local/backup';
import { folder, removeFolders } from './support/assembly';

afterAll(removeFolders);

const write = (db: ClassicLevel, from: number, to: number) =>
  db.batch(
    Array.from({ length: to - from }, (_, i) => ({
      type: 'put' as const,
      key: `k${from + i}`,
      value: 'v'.repeat(1_000),
    })),
  );
const countIn = async (path: string) => {
  const db = new ClassicLevel(path);
  await db.open();
  const keys = await db.keys().all();
  await db.close();
  return keys.length;
};

test('a copy of the table has every earlier write, from tables and the log, and no later one', async () => {
  const [from, to] = [folder(), join(folder(), 'copy')];
  const db = new ClassicLevel(from, { writeBufferSize: 100_000 });
  await db.open();
  for (let at = 0; at < 3_000; at += 100) await write(db, at, at + 100);
  await write(db, 3_000, 3_001);
  await copyLevel(from, to);
  await write(db, 3_001, 6_000);
  await db.compactRange('a', 'z');
  await db.close();
  expect(readdirSync(to).some((name) => name.endsWith('.ldb'))).toBe(true);
  expect([await countIn(to), await countIn(from)]).toEqual([3_001, 6_000]);
});

test('a pinned view of queues and objects ignores later writes', async () => {
  const [file, copy] = [join(folder(), 'a.db'), join(folder(), 'b.db')];
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)');
  const pinned = pinSqlite(file);
  db.exec('INSERT INTO t VALUES (2); PRAGMA wal_checkpoint(PASSIVE)');
  await pinned.copy(copy);
  pinned.close();
  db.close();
  expect(new DatabaseSync(copy).prepare('SELECT x FROM t').all()).toEqual([{ x: 1 }]);
});

describe('data folder backup', () => {
  /** A folder with state files, and parts that record their calls; the part named `fails` throws. */
  function world(fails?: string) {
    const data = folder();
    for (const name of ['executions.json', 'ready.json', 'chain.json.previous', 'other.txt'])
      writeFileSync(join(data, name), name);
    const done: string[] = [];
    const part = (name: string) => async (to?: string) => {
      done.push(name);
      if (name === fails) throw new Error('planted');
      if (to?.endsWith('dynamodb')) mkdirSync(to);
    };
    const parts = {
      freezeTable: part('freeze table'),
      freezeStorage: part('freeze storage'),
      thaw: part('thaw'),
      copyStorage: part('copy storage'),
    };
    return { data, to: join(folder(), 'sub', 'copy'), parts, done };
  }

  test('a backup has the state files of the moment when all parts are frozen', async () => {
    const { data, to, parts, done } = world();
    await copyData(data, to, {
      ...parts,
      thaw: async () => {
        writeFileSync(join(data, 'executions.json'), 'later');
        await parts.thaw();
      },
    });
    expect(done).toEqual(['freeze table', 'freeze storage', 'thaw', 'copy storage']);
    expect(readdirSync(to).toSorted()).toEqual(['backup.json', 'chain.json.previous', 'dynamodb', 'executions.json']);
    expect(readFileSync(join(to, 'executions.json'), 'utf8')).toBe('executions.json');
  });

  test.each(['freeze table', 'freeze storage', 'copy storage'])(
    'a backup that fails at "%s" thaws its parts and leaves nothing behind',
    async (step) => {
      const { data, to, parts, done } = world(step);
      await expect(copyData(data, to, parts)).rejects.toThrow('planted');
      expect([done.includes('thaw'), existsSync(to), existsSync(join(data, 'backup.new'))]).toEqual([
        true,
        false,
        false,
      ]);
    },
  );
});
