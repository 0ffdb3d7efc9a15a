import { readFileSync } from 'node:fs';
import { breaches, circles, files, getImports, within } from '../support/sources/imports';

const isContract = (path: string) => path.includes('/contract/');
const isDomain = (path: string) => path.includes('/domain/');
const getCapability = (path: string): string => path.split('/')[1] ?? '';

/** The capabilities, floor by floor. Each may import only from lower floors. */
const FLOORS = [
  ['core'],
  ['chain'],
  ['evm', 'pchain'],
  ['webhooks', 'exports', 'node-rpc', 'usage', 'metrics', 'etherscan', 'mcp'],
  ['app'],
];
const getFloor = (path: string): number => FLOORS.findIndex((floor) => floor.includes(getCapability(path)));
/** Pure libraries: no clock, no network, no environment. */
const PURE = /^(zod|viem\/utils|@noble\/.*|@scure\/.*|node:crypto|node:zlib)$/;

describe('the floors', () => {
  const sources = files('lambdas');
  test('every file belongs to a capability', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((file) => getFloor(file) < 0)).toEqual([]);
  });
  test('a capability imports only capabilities of lower floors', () => {
    const isAllowed = (target: string, file: string) =>
      !target.startsWith('lambdas/') ||
      getCapability(target) === getCapability(file) ||
      getFloor(target) < getFloor(file);
    expect(breaches(sources, isAllowed)).toEqual([]);
  });
  test('imports have no cycles', () => {
    expect(circles(sources)).toEqual([]);
  });
});

describe('the walls', () => {
  test('domain is pure: it imports domain, contracts and pure libraries', () => {
    const domain = files('lambdas').filter(isDomain);
    expect(domain.length).toBeGreaterThan(100);
    expect(breaches(domain, (t) => isDomain(t) || isContract(t) || PURE.test(t))).toEqual([]);
  });
  test('contracts import zod, contracts, and the type of entity names', () => {
    const contracts = files('lambdas').filter(isContract);
    expect(contracts.length).toBeGreaterThan(80);
    expect(breaches(contracts, (t) => t === 'zod' || isContract(t) || t === 'lambdas/core/table/schema')).toEqual([]);
    for (const file of contracts) expect(readFileSync(file, 'utf8')).not.toMatch(/import (?!type)[^;]*table\/schema/);
  });
  test('lambdas never import lib, local, demo, bin or aws-cdk-lib', () => {
    const barred = within('lib', 'local', 'demo', 'bin', 'test');
    expect(breaches('lambdas', (t) => !barred(t) && !t.startsWith('aws-cdk-lib') && t !== 'constructs')).toEqual([]);
  });
  test('lib imports only contract and table from lambdas', () => {
    const barred = within('lambdas');
    const open = within('lambdas/core/table');
    expect(breaches('lib', (t) => !barred(t) || open(t) || isContract(t))).toEqual([]);
  });
  test('local imports nothing of the service', () => {
    expect(breaches('local', (t) => !within('lambdas', 'lib', 'demo', 'bin')(t))).toEqual([]);
  });
  test('site imports only itself, types of contract and domain, and the key text', () => {
    const own = within('site');
    expect(
      breaches(
        'site',
        (t) => own(t) || t === 'lambdas/core/contract/key-text' || t === 'zod' || isContract(t) || isDomain(t),
      ),
    ).toEqual([]);
    for (const file of files('site'))
      for (const [line] of readFileSync(file, 'utf8').matchAll(
        /^import .* from '(?:zod|.*\/(?:schemas|domain)\/.*)';$/gm,
      ))
        expect([file, line]).toEqual([file, expect.stringMatching(/^import type /)]);
  });
  test('only implement.ts imports middy', () => {
    const known = files('lambdas').filter((file) => getImports(file).some((target) => target.startsWith('@middy/')));
    expect(known).toEqual(['lambdas/core/http/implement.ts']);
  });
  test('only env.ts and implement.ts read the environment', () => {
    const readers = files('lambdas').filter((f) => readFileSync(f, 'utf8').includes('process.env'));
    expect(readers.toSorted()).toEqual(['lambdas/core/contract/env.ts', 'lambdas/core/http/implement.ts']);
  });
  test('only the kinds’ own code and the lists of `app` check the kind of a chain', () => {
    const own = /^lambdas\/(app|evm|pchain|webhooks\/kinds|core\/contract)\//;
    const asking = files('lambdas')
      .filter((file) => !own.test(file))
      .filter((file) => /\b(isPChain|isEvmChain|findPChain)\(|\bkind === 'evm'/.test(readFileSync(file, 'utf8')));
    // For the label of a source in an error.
    expect(asking.toSorted()).toEqual(['lambdas/core/node/sources.ts']);
  });
  test('no module in test/support awaits while it loads, since the test files of a worker share it', () => {
    const awaiting = files('test/support').filter((file) =>
      /^(?:(?:export )?(?:const|let) .*= )?await /m.test(readFileSync(file, 'utf8')),
    );
    // Jest's global setup: it registers the loader first.
    expect(awaiting).toEqual(['test/support/service/build-once.mjs']);
  });
});
