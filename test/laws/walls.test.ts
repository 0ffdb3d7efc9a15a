import { readFileSync } from 'node:fs';
import { breaches, files, importsOf, reachedFrom, within } from '../support/sources/imports';

const typed = within('lambdas/contract/schemas', 'lambdas/domain');

const isContract = (path: string) => path.includes('/contract/');

describe('the walls', () => {
  test('the file lists are not empty', () => expect(files('lambdas').length).toBeGreaterThan(50));
  test('domain imports nothing but itself and contract', () => {
    expect(breaches('lambdas/domain', within('lambdas/domain', 'lambdas/contract'))).toEqual([]);
  });
  test('contracts import zod, contracts, and the type of entity names', () => {
    const contracts = files('lambdas').filter(isContract);
    expect(contracts.length).toBeGreaterThan(80);
    expect(breaches(contracts, (t) => t === 'zod' || isContract(t) || t === 'lambdas/table/schema')).toEqual([]);
    for (const file of contracts) expect(readFileSync(file, 'utf8')).not.toMatch(/import (?!type)[^;]*table\/schema/);
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
  test('lib imports only contract and table from lambdas', () => {
    const barred = within('lambdas');
    const open = within('lambdas/table');
    expect(breaches('lib', (t) => !barred(t) || open(t) || isContract(t))).toEqual([]);
  });
  test('local imports nothing of the service', () => {
    expect(breaches('local', (t) => !within('lambdas', 'lib', 'demo', 'bin')(t))).toEqual([]);
  });
  test('the pages import themselves, types of the contract and of domain, and how keys are written', () => {
    const own = within('site');
    expect(breaches('site', (t) => own(t) || t === 'lambdas/contract/key-text' || t === 'zod' || typed(t))).toEqual([]);
    for (const file of files('site'))
      for (const [line] of readFileSync(file, 'utf8').matchAll(
        /^import .* from '(?:zod|.*\/(?:schemas|domain)\/.*)';$/gm,
      ))
        expect([file, line]).toEqual([file, expect.stringMatching(/^import type /)]);
  });
  test('only one file imports middy', () => {
    const known = files('lambdas').filter((file) => importsOf(file).some((target) => target.startsWith('@middy/')));
    expect(known).toEqual(['lambdas/http/implement.ts']);
  });
  test('the environment is read in one file', () => {
    const readers = files('lambdas').filter((f) => readFileSync(f, 'utf8').includes('process.env'));
    expect(readers.toSorted()).toEqual(['lambdas/contract/env.ts', 'lambdas/http/implement.ts']);
  });
});
