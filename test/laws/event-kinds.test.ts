import { readFileSync } from 'node:fs';
import { NEWEST_CONTRACT } from '../../lambdas/core/contract/contract-version';
import { EVENT_TYPES } from '../../lambdas/webhooks/contract/kinds';
import { createKinds } from '../../lambdas/webhooks/kinds/kinds';
import { breaches, files, getImports } from '../support/sources/imports';
import { memoryTable } from '../support/tables/memory';

const KINDS = 'lambdas/webhooks/kinds/';
const isContract = (path: string) => path.includes('/contract/');
/** A file of one event kind: in the folder of that kind. */
const isOfOneKind = (path: string) => path.startsWith(KINDS) && path.slice(KINDS.length).includes('/');
const isOfOneChainKind = (path: string) => /^lambdas\/(evm|pchain)\//.test(path);

describe('the code shared by all webhook event kinds', () => {
  const shared = files('lambdas/webhooks').filter((file) => !isOfOneKind(file));
  const registries = { [`${KINDS}kinds.ts`]: 'kind', [`${KINDS}registrations.ts`]: 'registration' };

  test('the file lists are not empty', () => {
    expect(shared.length).toBeGreaterThan(15);
    expect(files(KINDS).filter(isOfOneKind).length).toBeGreaterThan(5);
  });
  test('shared code imports no chain kind, and event kinds only through the two registries', () => {
    // Registrations read facts of a P-Chain's network.
    const readers = `lambdas/webhooks/api/shared/readers.ts`;
    expect(
      breaches(
        shared.filter((file) => !(file in registries) && file !== readers),
        (target) => isContract(target) || (!isOfOneChainKind(target) && !isOfOneKind(target)),
      ),
    ).toEqual([]);
  });
  test.each(Object.entries(registries))(
    '%s imports one file of each event kind, and no chain kind',
    (registry, name) => {
      const entries = getImports(registry).filter((target) => isOfOneKind(target) && !isContract(target));
      expect(entries.map((target) => target.split('/').at(-1))).toEqual(EVENT_TYPES.map(() => name));
      expect(breaches([registry], (target) => !isOfOneChainKind(target))).toEqual([]);
    },
  );
  test('webhook rows and domain import no chain kind', () => {
    for (const folder of ['lambdas/webhooks/domain', 'lambdas/webhooks/rows'])
      expect(breaches(folder, (target) => isContract(target) || !isOfOneChainKind(target))).toEqual([]);
  });
  test('each event type name is written once', () => {
    const names = new RegExp(`'(${EVENT_TYPES.join('|')})(?:_removed)?'`);
    const written = files('lambdas').flatMap((file) => readFileSync(file, 'utf8').match(names)?.[1] ?? []);
    expect(written.toSorted()).toEqual([...EVENT_TYPES].toSorted());
  });
  test('every event type of the contract has a kind', () => {
    const kinds = createKinds({
      table: memoryTable().table,
      bucket: 'none',
      chains: [],
      contractVersion: NEWEST_CONTRACT,
      now: () => 0,
    });
    expect(kinds.map(({ eventType }) => eventType)).toEqual([...EVENT_TYPES]);
  });
});
