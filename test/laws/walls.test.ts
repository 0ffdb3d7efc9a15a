import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.(ts|mjs)$/.test(f))
    .map((f) => join(folder, f));
/** What a file imports: folders of ours as paths, packages by name. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom\s|\bimport\s|\bimport\()\s*'([^']+)'/g)].flatMap(([, target]) =>
    target === undefined ? [] : [target.startsWith('.') ? normalize(join(file, '..', target)) : target],
  );
/** Every file of ours that a file imports, with the way there. */
function reachedFrom(start: string): { readonly file: string; readonly way: readonly string[] }[] {
  const found = new Map<string, readonly string[]>([[start, [start]]]);
  for (const [file, way] of found)
    for (const target of importsOf(file)) {
      const path = `${target}.ts`;
      if (existsSync(path) && !found.has(path)) found.set(path, [...way, path]);
    }
  return [...found].map(([file, way]) => ({ file, way }));
}
const breaches = (folder: string, allowed: (target: string, file: string) => boolean) =>
  files(folder).flatMap((file) =>
    importsOf(file)
      .filter((target) => !allowed(target, file))
      .map((target) => `${file} imports ${target}`),
  );
const within =
  (...folders: string[]) =>
  (target: string) =>
    folders.some((folder) => target.startsWith(`${folder}/`));

describe('the walls', () => {
  test('there is something to check', () => expect(files('lambdas').length).toBeGreaterThan(50));
  test('domain imports nothing but itself and contract', () => {
    expect(breaches('lambdas/domain', within('lambdas/domain', 'lambdas/contract'))).toEqual([]);
  });
  test('contract imports zod, itself, and the type of entity names', () => {
    const own = within('lambdas/contract');
    expect(breaches('lambdas/contract', (t) => t === 'zod' || own(t) || t === 'lambdas/table/schema')).toEqual([]);
    for (const file of files('lambdas/contract'))
      expect(readFileSync(file, 'utf8')).not.toMatch(/import (?!type)[^;]*table\/schema/);
  });
  test('table imports itself, the types of domain and contract, and node alone', () => {
    const own = within('lambdas/table', 'lambdas/domain', 'lambdas/contract');
    expect(breaches('lambdas/table', (t) => own(t) || t.startsWith('node:'))).toEqual([]);
  });
  test('what serves any kind of chain imports nothing of one, by whatever way', () => {
    const neutral = [
      'lambdas/domain/chain',
      'lambdas/adapters/dynamo/chain',
      'lambdas/adapters/node',
      'lambdas/indexer/chain',
    ];
    const ofOneKind = (file: string) => /\/(evm|pchain|tokens|kinds)\//.test(file);
    for (const folder of neutral) expect([folder, files(folder).length > 0]).toEqual([folder, true]);
    const reached = neutral.flatMap(files).flatMap((file) => reachedFrom(file).filter(({ file: to }) => ofOneKind(to)));
    expect(reached.map(({ way }) => way.join(' -> '))).toEqual([]);
  });
  test('lambdas never import lib, local, demo, bin or aws-cdk-lib', () => {
    const barred = within('lib', 'local', 'demo', 'bin', 'test');
    expect(breaches('lambdas', (t) => !barred(t) && !t.startsWith('aws-cdk-lib') && t !== 'constructs')).toEqual([]);
  });
  test('lib reads of lambdas only contract and table', () => {
    const barred = within('lambdas');
    const open = within('lambdas/contract', 'lambdas/table');
    expect(breaches('lib', (t) => !barred(t) || open(t))).toEqual([]);
  });
  test('local knows CloudFormation and nothing of the service', () => {
    expect(breaches('local', (t) => !within('lambdas', 'lib', 'demo', 'bin')(t))).toEqual([]);
  });
  test('middy is known to one file', () => {
    expect(files('lambdas').filter((f) => importsOf(f).includes('@middy/core'))).toEqual(['lambdas/http/implement.ts']);
  });
  test('the environment is read in one file', () => {
    const readers = files('lambdas').filter((f) => readFileSync(f, 'utf8').includes('process.env'));
    expect(readers.toSorted()).toEqual(['lambdas/contract/env.ts', 'lambdas/http/implement.ts']);
  });
});
