import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder } from '../../local/data-folder';
import { folder, removeFolders } from './support/assembly';

afterAll(removeFolders);

const getMode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('data folder', () => {
  test('a claimed folder rejects another owner and names its process', () => {
    const dir = folder();
    claimFolder(dir);
    const { startedAt } = JSON.parse(readFileSync(join(dir, 'process.json'), 'utf8'));
    expect(() => claimFolder(dir)).toThrow(
      `${dir} is in use by process ${process.pid} (started at ${startedAt}): stop it first, or choose another folder with --data`,
    );
  });

  test('a claimed folder without a recorded process rejects another owner', () => {
    const dir = folder();
    claimFolder(dir);
    writeFileSync(join(dir, 'process.json'), '');
    expect(() => claimFolder(dir)).toThrow(`${dir} is in use by another process`);
  });

  test('the root of a file system can be claimed', () => {
    const dir = folder();
    mkdirSync(join(dir, 'lost+found'));
    claimFolder(dir, { fresh: true });
    expect(existsSync(join(dir, 'lost+found'))).toBe(true);
  });

  test('a claim deletes an unfinished backup of a killed process', () => {
    const dir = folder();
    mkdirSync(join(dir, 'dynamodb'));
    mkdirSync(join(dir, 'backup.new'));
    claimFolder(dir);
    expect(readdirSync(dir)).not.toContain('backup.new');
    expect(readdirSync(dir)).toContain('dynamodb');
  });

  test('a folder with a damaged lock can be claimed once', () => {
    const dir = folder();
    writeFileSync(join(dir, 'lock'), 'x'.repeat(5_000));
    claimFolder(dir);
    expect(() => claimFolder(dir)).toThrow(`${dir} is in use by process ${process.pid}`);
  });

  test('a rejected fresh start does not empty the folder', () => {
    const dir = folder();
    claimFolder(dir);
    writeFileSync(join(dir, 'state.json'), '{}');
    expect(() => claimFolder(dir, { fresh: true })).toThrow('is in use');
    expect(existsSync(join(dir, 'state.json'))).toBe(true);
  });

  test('a fresh start empties the folder, including data of an earlier version', () => {
    const dir = folder();
    mkdirSync(join(dir, 'dynamodb'));
    writeFileSync(join(dir, 'dynamodb', 'CURRENT'), '');
    claimFolder(dir, { fresh: true });
    expect(readdirSync(dir).sort()).toEqual(
      ['lock', 'lock-journal', 'process.json'].filter((f) => existsSync(join(dir, f))),
    );
    expect(existsSync(join(dir, 'dynamodb'))).toBe(false);
  });

  test.each([{}, { fresh: true }])('a folder with foreign files is rejected and left unchanged (%j)', (options) => {
    const dir = folder();
    writeFileSync(join(dir, 'thesis.txt'), '');
    expect(() => claimFolder(dir, options)).toThrow('has files but no data of this service');
    expect(readdirSync(dir)).toEqual(['thesis.txt']);
  });

  test('a claimed folder is closed to other users even if an earlier version left it open', () => {
    const dir = join(folder(), 'data');
    for (const name of ['storage', 'dynamodb']) mkdirSync(join(dir, name), { recursive: true, mode: 0o755 });
    claimFolder(dir);
    expect([getMode(dir), getMode(join(dir, 'storage')), getMode(join(dir, 'process.json'))]).toEqual([
      '700',
      '700',
      '600',
    ]);
  });
});
