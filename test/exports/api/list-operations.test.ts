import { handler } from '../../../lambdas/exports/api/list-operations';
import { call } from '../../support/endpoints/call';
import { depsWith, NOW } from '../../support/endpoints/deps';
import { badQuery, PAGING, unknown } from '../../support/endpoints/refusals';
import { readPages } from '../../support/endpoints/transactions';
import { OTHER, PRO } from '../../support/endpoints/webhooks';
import { anOperation } from '../../support/exports/operations';

const file = { rows: 3, bytes: 4, sha256: 'ab' };

/** Five operations of PRO, oldest first, every second one completed; and one of another owner. */
async function world() {
  const { deps } = await depsWith();
  for (const [n, { ownerId }] of [...[1, 2, 3, 4, 5].map((n) => [n, PRO] as const), [6, OTHER] as const]) {
    const operation = anOperation({ owner: ownerId, operationId: `${n}`, createdAt: NOW + n });
    await deps.write.Operation.create(operation, 9);
    if (n % 2 === 0) await deps.write.Operation.end(operation, { status: 'COMPLETED', file });
  }
  const ids = async (query: Record<string, string>) => {
    const pages = await readPages(handler, deps, { query: { pageSize: '2', ...query }, caller: PRO });
    return pages.flatMap(({ operations }) => (operations as { operationId: string }[]).map((one) => one.operationId));
  };
  return { deps, ids };
}

describe('listOperations', () => {
  test('the list has the owner’s operations, newest first, over all pages', async () => {
    const { ids } = await world();
    expect(await ids({})).toEqual(['5', '4', '3', '2', '1']);
  });
  test.each([
    ['RUNNING', ['5', '3', '1']],
    ['COMPLETED', ['4', '2']],
    ['FAILED', []],
    ['COMPLETED_WITH_WARNING', []],
  ])('the status filter returns the operations that are %s', async (status, expected) => {
    const { ids } = await world();
    expect(await ids({ status })).toEqual(expected);
  });
  test('operations past their deadline are listed as FAILED', async () => {
    const { deps } = await world();
    const late = { ...deps, now: () => anOperation().deadline + 1 };
    const { body } = await call(handler, late, { query: { status: 'FAILED' }, caller: PRO });
    expect(body.operations).toHaveLength(3);
  });
  test('the list has the URL of each file, and nothing of another owner', async () => {
    const { deps } = await world();
    const { body } = await call(handler, deps, { query: { status: 'COMPLETED' }, caller: PRO });
    expect(body.operations).toMatchObject([
      { operationId: '4', metadata: { downloadUrl: 'https://files.example/4' } },
      { operationId: '2', metadata: { downloadUrl: 'https://files.example/2' } },
    ]);
    expect((await call(handler, deps, { caller: OTHER })).body.operations).toHaveLength(1);
  });
  test('a request without a key gets 401', async () => {
    const { deps } = await world();
    const { status } = await call(handler, deps, { caller: { plan: 'anonymous', ownerId: 'anonymous' } });
    expect(status).toBe(401);
  });
  test.each([
    ...PAGING,
    badQuery('status', 'running', 'must be RUNNING, COMPLETED, COMPLETED_WITH_WARNING or FAILED'),
    unknown('pageToken', 'pageSize', 'status'),
  ])('a request with %s gets 400 with the allowed values', async (_, { query }, message) => {
    const { deps } = await world();
    const { status, body } = await call(handler, deps, { ...(query ? { query } : {}), caller: PRO });
    expect([status, body.message]).toEqual([400, message]);
  });
});
