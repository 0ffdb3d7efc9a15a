import { getOperation } from '../../contract/endpoints/operations';
import { implement } from '../implement/exports';
import { ownOperation } from '../shared/own-operation';
import { operationView } from '../views/operation';

export const handler = implement(getOperation, async ({ params, caller, deps }) =>
  operationView(await ownOperation(deps, caller, params), { now: deps.now(), downloadUrlOf: deps.files.urlOf }),
);
