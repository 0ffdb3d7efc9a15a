import { call, type Handler } from '../endpoints/call';
import type { AllDeps } from '../endpoints/deps';
import { depsWith } from '../endpoints/deps';
import { OTHER, PRO } from '../endpoints/webhooks';
import { withMutedErrors } from '../endpoints/with-muted-errors';
import { anOperation } from './operations';

export function refusesStrangers(handler: Handler<AllDeps>, suffix = ''): void {
  const asked = (id: string) => ({ params: { operationId: `${id}${suffix}` } });
  const { operationId } = anOperation();

  test('401: a request without an API key is rejected', async () => {
    const { deps } = await depsWith();
    const caller = { plan: 'anonymous', ownerId: 'anonymous' };
    const { status, body } = await call(handler, deps, { ...asked(operationId), caller });
    expect([status, body.message]).toEqual([401, 'this endpoint needs an API key']);
  });
  test('400: an ID that is not a UUID is rejected', async () => {
    const { deps } = await depsWith();
    const { status, body } = await call(handler, deps, { ...asked('7'), caller: PRO });
    expect([status, body.message]).toEqual([400, 'operationId: must be an operation ID (UUID)']);
  });
  test("404: an unknown operation and another owner's operation are not found", async () => {
    const { deps } = await depsWith();
    const refused = async () => {
      const { status, body } = await call(handler, deps, { ...asked(operationId), caller: OTHER });
      expect([status, body.message]).toEqual([404, `Operation ${operationId} was not found`]);
    };
    await refused();
    await deps.write.Operation.create(anOperation({ owner: PRO.ownerId }), 1);
    await refused();
    expect((await deps.Operation.find(anOperation({ owner: PRO.ownerId })))?.status).toBe('RUNNING');
  });
  test('500: the response hides the cause of a failure', async () => {
    const { deps } = await depsWith();
    const Operation = { ...deps.Operation, find: () => Promise.reject(new Error('secret cause')) };
    const { status, text } = await withMutedErrors(() =>
      call(handler, { ...deps, Operation }, { ...asked(operationId), caller: PRO }),
    );
    expect([status, text]).toEqual([500, expect.not.stringContaining('secret')]);
  });
}
