import { badRequest } from '../../core/contract/errors';
import { cancelOperation } from '../contract/endpoints';
import { asOf } from '../domain/operation';
import { operationView } from '../views/operation';
import { implement } from './implement';
import { ownOperation } from './shared/own-operation';

export const handler = implement(cancelOperation, async ({ params, caller, deps }) => {
  const operation = await ownOperation(deps, caller, params);
  if (asOf(operation, deps.now()).status === 'RUNNING')
    await deps.write.Operation.end(operation, {
      status: 'FAILED',
      failure: { message: 'Cancelled by its owner.' },
    });
  const ended = asOf(await ownOperation(deps, caller, params), deps.now());
  const isCancelled = ended.failure !== undefined && ended.failure.code === undefined;
  if (!isCancelled) throw badRequest('operationId', `the operation has already ended (${ended.status})`);
  return operationView(ended, { now: deps.now() });
});
