import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ClassicLevel } from 'classic-level';
import { describeDiskFailure } from '../../local/disk-failure';
import { folder, removeFolders } from './support/assembly';

afterAll(removeFolders);

const describeText = (text: string) => describeDiskFailure(new Error(text), '/data');

describe('disk failure', () => {
  test.each([
    'ENOSPC: no space left on device, write',
    'IO error: /data/dynamodb/000012.log: No space left on device',
    'database or disk is full',
    'EDQUOT: disk quota exceeded, write',
  ])('a full disk (%s) is reported with the remedy', (text) => {
    expect(describeText(text)).toBe(
      'The disk of /data is full. Free some space and start again: all stored data is kept.',
    );
  });

  test('a full disk is recognized in the cause of an error', () => {
    const error = new Error('Database failed to open', { cause: new Error('IO error: No space left on device') });
    expect(describeDiskFailure(error, '/data')).toContain('is full');
  });

  test('other errors are not mistaken for a full disk', () => {
    expect(describeText('connect ECONNREFUSED 127.0.0.1:8545')).toBeUndefined();
    for (const text of ['the node answered 500', 'monthly quota exceeded', 'Videoio error'])
      expect(describeText(text)).toBeUndefined();
  });

  test('a damaged SQLite file is reported with the remedy', () => {
    const file = join(folder(), 'messages');
    writeFileSync(file, 'not a database, but long enough to be read as one'.repeat(100));
    expect(() => {
      try {
        new DatabaseSync(file).exec('SELECT * FROM sqlite_master');
      } catch (error) {
        throw new Error(describeDiskFailure(error, '/data'));
      }
    }).toThrow(/^The data in \/data is damaged \(.*\)\. Restore a backup, or start with --fresh,/);
  });

  test('a damaged LevelDB is reported as damaged data', async () => {
    const dir = folder();
    const before = new ClassicLevel(dir);
    await before.put('a', 'b');
    await before.close();
    writeFileSync(join(dir, 'CURRENT'), 'MANIFEST-999999\n');
    const error = await new ClassicLevel(dir).open().catch((reason) => reason);
    expect(describeDiskFailure(error, '/data')).toMatch(/^The data in \/data is damaged/);
  });
});
