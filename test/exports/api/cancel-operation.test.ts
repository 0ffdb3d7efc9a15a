import { handler } from '../../../lambdas/exports/api/cancel-operation';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { PRO } from '../../support/endpoints/webhooks';
import { refusesStrangers } from '../../support/exports/api';
import { anOperation } from '../../support/exports/operations';

const file = { rows: 3, bytes: 4, sha256: 'ab' };
const operation = anOperation({ owner: PRO.ownerId });

async function world() {
  const { deps } = await depsWith();
  await deps.write.Operation.create(operation, 1);
  const cancel = () => call(handler, deps, { params: { operationId: `${operation.operationId}:cancel` }, caller: PRO });
  return { deps, cancel };
}

describe('cancelOperation', () => {
  test('a cancelled operation is FAILED without a code, and frees its slot', async () => {
    const { deps, cancel } = await world();
    const { status, body } = await cancel();
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ operationStatus: 'FAILED', message: 'Cancelled by its owner.' }),
    ]);
    expect(body).not.toHaveProperty('metadata');
    expect(await deps.write.Operation.create({ ...operation, operationId: 'next' }, 1)).toBe('created');
  });
  test('repeated cancellation is idempotent', async () => {
    const { cancel } = await world();
    const first = await cancel();
    expect((await cancel()).body).toEqual(first.body);
  });
  test.each([
    ['completed', { status: 'COMPLETED', file }],
    ['failed', { status: 'FAILED', failure: { code: 'ErrInternal', message: 'x' } }],
  ] as const)('cancelling an operation that has %s gets 400', async (_, ending) => {
    const { deps, cancel } = await world();
    await deps.write.Operation.end(operation, ending);
    const { status, body } = await cancel();
    expect([status, body.message]).toEqual([400, `operationId: the operation has already ended (${ending.status})`]);
    expect(await deps.Operation.find(operation)).toMatchObject(ending);
  });
  test('cancelling an operation that completes concurrently gets 400', async () => {
    const { deps } = await world();
    const end = async () => deps.write.Operation.end(operation, { status: 'COMPLETED', file });
    const write = { ...deps.write, Operation: { ...deps.write.Operation, end } };
    const asked = { params: { operationId: `${operation.operationId}:cancel` }, caller: PRO };
    const { status, body } = await call(handler, { ...deps, write }, asked);
    expect([status, body.message]).toEqual([400, 'operationId: the operation has already ended (COMPLETED)']);
  });
  test('another verb after the ID gets 404', async () => {
    const { deps } = await world();
    const asked = { params: { operationId: `${operation.operationId}:stop` }, caller: PRO };
    expect((await call(handler, deps, asked)).status).toBe(404);
  });
  refusesStrangers(handler, ':cancel');
});
