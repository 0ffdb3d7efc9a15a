import { getOperation } from '../contract/endpoints';
import { operationView } from '../views/operation';
import { implement } from './implement';
import { ownOperation } from './shared/own-operation';

export const handler = implement(getOperation, async ({ params, caller, deps }) =>
  operationView(await ownOperation(deps, caller, params), { now: deps.now(), getDownloadUrl: deps.files.toUrl }),
);
