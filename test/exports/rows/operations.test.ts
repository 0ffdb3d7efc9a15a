import { NO_PROGRESS } from '../../../lambdas/exports/domain/operation';
import { operationItem } from '../../../lambdas/exports/rows/operation-item';
import { operationReader, operationWriter } from '../../../lambdas/exports/rows/operations';
import { NOW } from '../../support/endpoints/deps';
import { anOperation, aPrimaryRequest } from '../../support/exports/operations';
import { memoryTable } from '../../support/tables/memory';

const file = { rows: 3, bytes: 4, sha256: 'ab' };
const named = (n: number) => anOperation({ operationId: `${n}`, createdAt: NOW + n, deadline: NOW + n * 10_000 });

function world() {
  const { table } = memoryTable();
  let now = NOW;
  const store = { ...operationReader(table), ...operationWriter(table, () => now) };
  return {
    ...store,
    table,
    at: (ms: number) => {
      now = ms;
    },
  };
}

describe('operations', () => {
  test('an operation is found only by its owner, as created', async () => {
    const { create, find } = world();
    const operation = anOperation({ notify: { webhook: 'w', block: 3 } });
    expect(await create(operation, 1)).toBe('created');
    expect(await find(operation)).toEqual(operation);
    expect(await find({ ...operation, owner: 'another' })).toBeUndefined();
  });
  test('a P-Chain operation is read as created, and an old one without a kind as an EVM export', async () => {
    const { create, find, table, ofOwner } = world();
    const primary = anOperation({ operationId: 'new', request: aPrimaryRequest({ isCutByLostState: true }) });
    await create(primary, 1);
    expect(await find(primary)).toEqual(primary);
    const { r: request, ...item } = operationItem(anOperation());
    const { kind: _, ...old } = Object(request);
    await table.write([{ put: { ...item, r: old } }]);
    expect(await find(anOperation())).toEqual(anOperation());
    expect(ofOwner('team-1').rows({ ...item, r: old })).toEqual([expect.objectContaining({ value: anOperation() })]);
  });
  test('an operation ID is created once, even at the limit on running operations', async () => {
    const { create, find } = world();
    await create(named(1), 2);
    expect(await create({ ...named(1), requestHash: 'other' }, 2)).toBe('exists');
    expect(await find(named(1))).toMatchObject({ requestHash: 'hash' });
    expect(await create(named(1), 1)).toBe('exists');
  });
  test('the limit on running operations also holds for concurrent creations', async () => {
    const { create } = world();
    const outcomes = await Promise.all([1, 2, 3, 4].map((n) => create(named(n), 2)));
    expect(outcomes.toSorted()).toEqual(['created', 'created', 'full', 'full']);
  });
  test.each([
    ['completed', { status: 'COMPLETED', file }],
    ['was cut', { status: 'COMPLETED_WITH_WARNING', file }],
    ['failed', { status: 'FAILED', failure: { code: 'ErrInternal', message: 'x' } }],
  ] as const)('an operation that %s frees its slot', async (_, ending) => {
    const { create, end, find } = world();
    await create(named(1), 1);
    expect(await create(named(2), 1)).toBe('full');
    expect(await end(named(1), ending)).toBe(true);
    expect(await find(named(1))).toMatchObject(ending);
    expect(await create(named(2), 1)).toBe('created');
  });
  test('an operation that was never ended frees its slot at its deadline', async () => {
    const { create, at } = world();
    await create(named(1), 1);
    at(named(1).deadline - 1);
    expect(await create(named(2), 1)).toBe('full');
    at(named(1).deadline);
    expect(await create(named(2), 1)).toBe('created');
    expect(await create(named(3), 1)).toBe('full');
  });
  test('an operation ends once, and a second end is a no-op', async () => {
    const { create, end, find } = world();
    await create(named(1), 1);
    await end(named(1), { status: 'FAILED', failure: { message: 'first' } });
    expect(await end(named(1), { status: 'COMPLETED', file })).toBe(false);
    expect(await end(named(1), { status: 'FAILED', failure: { message: 'second' } })).toBe(false);
    const ended = await find(named(1));
    expect([ended?.status, ended?.failure?.message, ended?.file]).toEqual(['FAILED', 'first', undefined]);
  });
  test('an operation cannot complete after its deadline, but can still fail', async () => {
    const { create, end, at } = world();
    await create(named(1), 1);
    at(named(1).deadline);
    expect(await end(named(1), { status: 'COMPLETED', file })).toBe(false);
    expect(await end(named(1), { status: 'FAILED', failure: { message: 'x' } })).toBe(true);
  });
  test('a part is recorded once, and none after the end', async () => {
    const { create, advance, end, find } = world();
    await create(named(1), 1);
    const one = { ...NO_PROGRESS, parts: ['a'], rows: 5 };
    expect(await advance(named(1), one)).toBe(true);
    expect(await advance(named(1), { ...one, rows: 6 })).toBe(false);
    const noted = await find(named(1));
    expect(noted?.progress).toEqual(one);
    if (noted) await end(noted, { status: 'FAILED', failure: { message: 'x' } });
    expect(await advance({ ...named(1), progress: one }, { ...one, parts: ['a', 'b'] })).toBe(false);
  });
});
