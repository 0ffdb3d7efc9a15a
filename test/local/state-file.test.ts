import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readState, writeState } from '../../local/state-file';
import { folder, removeFolders } from './support/assembly';

afterAll(removeFolders);

const Shape = z.object({ names: z.array(z.string()) });
const read = (file: string) => readState(file, Shape, { names: [] }, 'Names are lost.');

describe('state file', () => {
  test('a state file is read back as written and leaves no other file', () => {
    const dir = folder();
    const file = join(dir, 'names.json');
    expect(read(file)).toEqual({ names: [] });
    writeState(file, { names: ['a'] });
    expect(read(file)).toEqual({ names: ['a'] });
    expect(readdirSync(dir)).toEqual(['names.json']);
  });

  test.each([
    ['empty', ''],
    ['cut off', '{"names":["a"'],
    ['all zeros, as after a power cut', '\0\0\0\0'],
    ['of another shape', '{"names":{}}'],
    ['null', 'null'],
  ])('a state file that is %s is rejected with its name and the remedy', (_, text) => {
    const file = join(folder(), 'names.json');
    writeFileSync(file, text);
    expect(() => read(file)).toThrow(
      `${file} is damaged: restore it from a backup, or delete it and start again. Names are lost.`,
    );
  });
});
