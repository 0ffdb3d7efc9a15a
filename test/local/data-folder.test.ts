import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder } from '../../local/data-folder';
import { folder, removeFolders } from './support/assembly';

afterAll(removeFolders);

const getMode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a data folder', () => {
  test('has one owner, which the refusal of another names', () => {
    const dir = folder();
    claimFolder(dir);
    const { startedAt } = JSON.parse(readFileSync(join(dir, 'process.json'), 'utf8'));
    expect(() => claimFolder(dir)).toThrow(
      `${dir} is in use by process ${process.pid} (started at ${startedAt}): stop it first, or choose another folder with --data`,
    );
  });

  test('that does not say who owns it is refused all the same', () => {
    const dir = folder();
    claimFolder(dir);
    writeFileSync(join(dir, 'process.json'), '');
    expect(() => claimFolder(dir)).toThrow(`${dir} is in use by another process`);
  });

  test('may be the root of a file system', () => {
    const dir = folder();
    mkdirSync(join(dir, 'lost+found'));
    claimFolder(dir, { fresh: true });
    expect(existsSync(join(dir, 'lost+found'))).toBe(true);
  });

  test('loses the backup that a killed process left unfinished', () => {
    const dir = folder();
    mkdirSync(join(dir, 'dynamodb'));
    mkdirSync(join(dir, 'backup.new'));
    claimFolder(dir);
    expect(readdirSync(dir)).not.toContain('backup.new');
    expect(readdirSync(dir)).toContain('dynamodb');
  });

  test('with a damaged lock can be claimed, by one', () => {
    const dir = folder();
    writeFileSync(join(dir, 'lock'), 'x'.repeat(5_000));
    claimFolder(dir);
    expect(() => claimFolder(dir)).toThrow(`${dir} is in use by process ${process.pid}`);
  });

  test('is not emptied for a start that is refused', () => {
    const dir = folder();
    claimFolder(dir);
    writeFileSync(join(dir, 'state.json'), '{}');
    expect(() => claimFolder(dir, { fresh: true })).toThrow('is in use');
    expect(existsSync(join(dir, 'state.json'))).toBe(true);
  });

  test('is emptied by fresh, with what an earlier version left', () => {
    const dir = folder();
    mkdirSync(join(dir, 'dynamodb'));
    writeFileSync(join(dir, 'dynamodb', 'CURRENT'), '');
    claimFolder(dir, { fresh: true });
    expect(readdirSync(dir).sort()).toEqual(
      ['lock', 'lock-journal', 'process.json'].filter((f) => existsSync(join(dir, f))),
    );
    expect(existsSync(join(dir, 'dynamodb'))).toBe(false);
  });

  test.each([{}, { fresh: true }])('with files of somebody else is left alone (%j)', (options) => {
    const dir = folder();
    writeFileSync(join(dir, 'thesis.txt'), '');
    expect(() => claimFolder(dir, options)).toThrow('has files but no data of this service');
    expect(readdirSync(dir)).toEqual(['thesis.txt']);
  });

  test('is closed to other users, also when an earlier version left it open', () => {
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
